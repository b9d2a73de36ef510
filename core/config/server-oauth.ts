/** How the server of a config is signed in to. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import type { HttpTarget, OAuthOptions } from '../model.js';
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

type Written = NonNullable<Extract<NonNullable<ConfigFile['server']>, { oauth?: unknown }>['oauth']>;

/** What the config says, variables filled in. */
export function signInOf(written: Written, fill: (text: string) => string): OAuthOptions {
  const { grant, callback, ...rest } = written;
  const texts = Object.entries(rest).map(([name, text]) => [name, fill(text).trim()]);
  return {
    grant,
    ...(Object.fromEntries(texts) as Omit<OAuthOptions, 'grant'>),
    ...(callback !== undefined && { redirectUrl: fill(callback) }),
  };
}

/** What is wrong with it, each behind "the server"; no secret is repeated. */
export function signInProblems(target: HttpTarget): readonly string[] {
  const { oauth } = target;
  if (oauth === undefined || !URL.canParse(target.url)) return [];
  const { grant, clientId, clientSecret, privateKey, scope, issuer, redirectUrl } = oauth;
  const isClient = grant === 'client-credentials';
  const proofs = [clientSecret, privateKey].filter((proof) => proof !== undefined).length;
  const wrong: readonly (readonly [boolean, string])[] = [
    [!isSafe(new URL(target.url)), 'has oauth, whose token is only sent over https or to this machine.'],
    [authorizes(target) !== undefined, 'has oauth and another authorization, which exclude each other.'],
    [proofs > 1, 'has in oauth a clientSecret and a privateKey, which exclude each other.'],
    [proofs > 0 && clientId === undefined, 'has in oauth a secret, and no clientId that it is of.'],
    [isClient && proofs === 0, 'has in oauth client-credentials, which need a clientSecret or a privateKey.'],
    [!isClient && privateKey !== undefined, 'has in oauth a privateKey, which goes with client-credentials.'],
    [isClient && redirectUrl !== undefined, 'has in oauth a callback, which goes with authorization-code.'],
    [privateKey !== undefined && ClientKey.from(privateKey) === undefined, `takes as oauth.privateKey ${KEY_WORDS}.`],
    [scope !== undefined && scopesIn(scope) === undefined, `takes as oauth.scope ${SCOPES_WORDS}.`],
    [issuer !== undefined && !isIssuer(issuer), `takes as oauth.issuer ${ISSUER_WORDS}.`],
    [redirectUrl !== undefined && !isCallback(redirectUrl), `takes as oauth.callback ${CALLBACK_WORDS}.`],
  ];
  return wrong.filter(([isWrong]) => isWrong).map(([, what]) => what);
}
