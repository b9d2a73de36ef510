/** Options that have a server signed in to, for every command that reaches one. What they mean is in oauth.ts. */

import type { Command } from 'commander';

/** What commander hands over. Secrets are named by the variables that hold them, never given. */
export interface OAuthFlags {
  readonly oauth?: boolean;
  readonly oauthClientId?: string;
  readonly oauthClientSecretEnv?: string;
  readonly oauthPrivateKeyEnv?: string;
  readonly oauthScope?: string;
  readonly oauthIssuer?: string;
  readonly oauthCallback?: string;
}

const FLAGS: Readonly<Record<keyof OAuthFlags, readonly [flag: string, description: string]>> = {
  oauth: ['--oauth', 'sign in with a browser when a server over HTTP wants it'],
  oauthClientId: [
    '--oauth-client-id <id>',
    'the client to be; with a secret or key and without --oauth, it signs itself in (client credentials)',
  ],
  oauthClientSecretEnv: ['--oauth-client-secret-env <variable>', 'the environment variable with its secret'],
  oauthPrivateKeyEnv: ['--oauth-private-key-env <variable>', 'the one with its private key instead, in PKCS #8 PEM'],
  oauthScope: ['--oauth-scope <scopes>', 'what to ask for, instead of what the server wants'],
  oauthIssuer: ['--oauth-issuer <address>', 'the authorization server, when no other may be asked or get the secret'],
  oauthCallback: [
    '--oauth-callback <address>',
    'where the browser comes back to, as the client is registered (a free port of 127.0.0.1)',
  ],
};

export const OAUTH_KEYS = Object.keys(FLAGS) as readonly (keyof OAuthFlags)[];

export function withOAuth(command: Command): Command {
  for (const [flag, description] of Object.values(FLAGS)) command.option(flag, description);
  return command;
}

/** Those that are given. */
export function oauthGiven(flags: OAuthFlags): readonly (keyof OAuthFlags)[] {
  return OAUTH_KEYS.filter((key) => flags[key] !== undefined);
}

/** The option itself, without what it takes. */
export function oauthFlag(key: keyof OAuthFlags): string {
  return FLAGS[key][0].split(' ', 1)[0] ?? '';
}
