/** How a server is signed in to, as the command line says it. */

import { UsageError } from '../errors.js';
import type { HttpTarget, OAuthOptions } from '../model.js';
import { Problems } from '../problems.js';
import { isSafe } from '../session/http/oauth/addresses.js';
import {
  authorizes,
  CALLBACK_WORDS,
  isCallback,
  isIssuer,
  ISSUER_WORDS,
  KEY_WORDS,
  scopesIn,
  SCOPES_WORDS,
} from '../session/http/oauth/option-checks.js';
import { ClientKey } from '../session/http/oauth/private-key.js';
import { oauthFlag, type OAuthFlags, oauthGiven } from './oauth-flags.js';
import { presentSignIn } from './present-sign-in.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The target with what the options say, or else its config; `headers` names what else may authorize.
 * @throws UsageError with everything that is wrong with them; no secret is ever repeated
 */
export function withSignIn(
  target: HttpTarget,
  flags: OAuthFlags,
  headers = '--header',
  environment: Environment = process.env,
): HttpTarget {
  if (oauthGiven(flags).length === 0) return configured(target);
  const url = new URL(target.url);
  const problems = new Problems();
  problems.attempt(() => {
    if (!isSafe(url))
      throw new UsageError(
        `${wanted(flags)} gets a token, which is only sent over https or to this machine. Give such an address.`,
      );
  });
  problems.attempt(() => {
    const by = authorizes(target);
    if (by === undefined) return;
    const what = by === 'header' ? `an Authorization header, from ${headers},` : 'a login in the address';
    throw new UsageError(`${wanted(flags)} and ${what} exclude each other. Give one of them.`);
  });
  const oauth = problems.attempt(() => oauthOf(flags, environment));
  problems.throwAny();
  return { ...target, ...(oauth !== undefined && { oauth }) };
}

/** A token of the command line wins over what the config says; and only here is somebody who can sign in. */
function configured(target: HttpTarget): HttpTarget {
  const { oauth, ...rest } = target;
  if (oauth === undefined) return target;
  return authorizes(target) === undefined ? { ...rest, oauth: { ...oauth, present: presentSignIn } } : rest;
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
  throw new UsageError(`--oauth-private-key-env ${flags.oauthPrivateKeyEnv}: the variable does not hold ${KEY_WORDS}.`);
}

function scopeOf({ oauthScope: text }: OAuthFlags): string | undefined {
  const scope = text === undefined ? undefined : scopesIn(text);
  if (text === undefined || scope !== undefined) return scope;
  throw new UsageError(`--oauth-scope takes ${SCOPES_WORDS}.`);
}

function issuerOf({ oauthIssuer: text }: OAuthFlags): string | undefined {
  if (text === undefined || isIssuer(text)) return text;
  throw new UsageError(`--oauth-issuer takes ${ISSUER_WORDS}.`);
}

function callbackOf({ oauthCallback: text }: OAuthFlags): string | undefined {
  if (text === undefined || isCallback(text)) return text;
  throw new UsageError(`--oauth-callback takes ${CALLBACK_WORDS}.`);
}
