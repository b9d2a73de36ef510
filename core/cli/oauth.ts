/** How a server is signed in to, as the command line says it. */

import { UsageError } from '../errors.js';
import type { HttpTarget, OAuthOptions } from '../model.js';
import { Problems } from '../problems.js';
import { isLoopback, isSafe } from '../session/http/oauth/addresses.js';
import { ClientKey } from '../session/http/oauth/private-key.js';
import { oauthFlag, type OAuthFlags, oauthGiven } from './oauth-flags.js';
import { presentSignIn } from './present-sign-in.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The target with what the options say; `headers` names what else may authorize.
 * @throws UsageError with everything that is wrong with them; no secret is ever repeated
 */
export function withSignIn<T extends HttpTarget>(
  target: T,
  flags: OAuthFlags,
  headers = '--header',
  environment: Environment = process.env,
): T {
  if (oauthGiven(flags).length === 0) return target;
  const url = new URL(target.url);
  const problems = new Problems();
  problems.attempt(() => {
    if (!isSafe(url))
      throw new UsageError(
        `${wanted(flags)} gets a token, which is only sent over https or to this machine. Give such an address.`,
      );
  });
  problems.attempt(() => {
    const names = Object.keys(target.headers ?? {}).map((name) => name.toLowerCase());
    if (names.includes('authorization'))
      throw new UsageError(
        `${wanted(flags)} and an Authorization header, from ${headers}, exclude each other. Give one of them.`,
      );
    if (url.username !== '' || url.password !== '')
      throw new UsageError(`${wanted(flags)} and a login in the address exclude each other. Give one of them.`);
  });
  const oauth = problems.attempt(() => oauthOf(flags, environment));
  problems.throwAny();
  return { ...target, ...(oauth !== undefined && { oauth }) };
}

/** @throws UsageError when options for servers over HTTP are given for another; `file` says who starts it */
export function refuseSignIn(flags: OAuthFlags, file: string): void {
  const [first] = oauthGiven(flags);
  if (first !== undefined)
    throw new UsageError(`${oauthFlag(first)} is for servers over HTTP, but ${file} starts the server as a program.`);
}

/** The option that asks for a token. */
function wanted({ oauth }: OAuthFlags): string {
  return oauth === true ? '--oauth' : '--oauth-client-id';
}

function oauthOf(flags: OAuthFlags, environment: Environment): OAuthOptions {
  const problems = new Problems();
  const grant = flags.oauth === true ? 'authorization-code' : 'client-credentials';
  problems.attempt(() => checkTogether(flags));
  const clientSecret = problems.attempt(() => secretFrom('oauthClientSecretEnv', flags, environment));
  const privateKey = problems.attempt(() => keyFrom(flags, environment));
  const scope = problems.attempt(() => scopeOf(flags));
  const issuer = problems.attempt(() => issuerOf(flags));
  const redirectUrl = problems.attempt(() => callbackOf(flags));
  problems.throwAny();
  return {
    grant,
    present: presentSignIn,
    ...(flags.oauthClientId !== undefined && { clientId: flags.oauthClientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { issuer }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

/** Which of them make sense with each other. */
function checkTogether(flags: OAuthFlags): void {
  const { oauth, oauthClientId, oauthClientSecretEnv: secret, oauthPrivateKeyEnv: key, oauthCallback } = flags;
  const [first = 'oauth'] = oauthGiven(flags);
  const refuse = (message: string): never => {
    throw new UsageError(message);
  };
  if (oauthClientId === '') refuse('--oauth-client-id takes the id of a client.');
  if (secret !== undefined && key !== undefined)
    refuse('--oauth-client-secret-env and --oauth-private-key-env exclude each other. Give one of them.');
  if (oauth === true && key !== undefined)
    refuse('--oauth-private-key-env is for a client that signs itself in. Leave out --oauth.');
  if (oauthClientId === undefined && (secret ?? key) !== undefined)
    refuse(
      `${oauthFlag(secret === undefined ? 'oauthPrivateKeyEnv' : 'oauthClientSecretEnv')} needs --oauth-client-id.`,
    );
  if (oauth !== true && oauthCallback !== undefined) refuse('--oauth-callback goes with --oauth.');
  if (oauth !== true && (secret ?? key) === undefined)
    refuse(
      `${oauthFlag(first)} needs --oauth, for a person to sign in, or a client that signs itself in: --oauth-client-id with --oauth-client-secret-env or --oauth-private-key-env.`,
    );
}

function secretFrom(
  key: 'oauthClientSecretEnv' | 'oauthPrivateKeyEnv',
  flags: OAuthFlags,
  environment: Environment,
): string | undefined {
  const variable = flags[key];
  if (variable === undefined) return undefined;
  // What is none may be the secret itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    throw new UsageError(`${oauthFlag(key)} takes the name of an environment variable, such as OAUTH_SECRET.`);
  const value = environment[variable]?.trim() ?? '';
  if (value === '') throw new UsageError(`${oauthFlag(key)} ${variable}: the variable ${variable} is not set.`);
  return value;
}

function keyFrom(flags: OAuthFlags, environment: Environment): string | undefined {
  const key = secretFrom('oauthPrivateKeyEnv', flags, environment);
  if (key === undefined || ClientKey.from(key) !== undefined) return key;
  throw new UsageError(
    `--oauth-private-key-env ${flags.oauthPrivateKeyEnv}: the variable holds no RSA or EC key in PKCS #8 PEM, which begins with -----BEGIN PRIVATE KEY-----.`,
  );
}

function scopeOf({ oauthScope: text }: OAuthFlags): string | undefined {
  if (text === undefined) return undefined;
  const scopes = text.split(' ').filter((one) => one !== '');
  if (scopes.length > 0 && scopes.every((one) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(one))) return scopes.join(' ');
  throw new UsageError(`--oauth-scope takes scopes parted by blanks, such as "files:read files:write".`);
}

function issuerOf({ oauthIssuer: text }: OAuthFlags): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && isSafe(url) && url.search === '' && url.hash === '' && url.username === '') return text;
  throw new UsageError('--oauth-issuer takes an address of https, such as https://login.example.com/tenant.');
}

function callbackOf({ oauthCallback: text }: OAuthFlags): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:' && url.search === '' && url.hash === '' && url.username === '';
  if (url !== undefined && isPlain && isLoopback(url) && url.port !== '') return text;
  throw new UsageError(
    '--oauth-callback takes an http address of this machine with a port, such as http://127.0.0.1:8765/callback.',
  );
}
