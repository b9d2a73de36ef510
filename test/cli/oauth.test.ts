import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { allSettings } from '../../core/cli/all-options.js';
import { evaluationTarget } from '../../core/cli/evaluation.js';
import { refuseSignIn, withSignIn } from '../../core/cli/oauth.js';
import type { OAuthFlags } from '../../core/cli/oauth-flags.js';
import { browserCommand, presentSignIn } from '../../core/cli/present-sign-in.js';
import { withHttpOptions } from '../../core/cli/target.js';
import { resolveServer } from '../../core/config/server.js';
import { UsageError } from '../../core/errors.js';
import type { HttpTarget } from '../../core/model.js';

const SECRET = 'hush-5f0c1e-secret';
const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const ENVIRONMENT = { MY_SECRET: ` ${SECRET}\n`, MY_KEY: KEY.toString(), EMPTY: '', NONE: SECRET };
const TARGET: HttpTarget = { kind: 'http', url: 'http://127.0.0.1:3000/mcp' };

const signIn = (flags: OAuthFlags, target = TARGET) => withSignIn(target, flags, '--header', ENVIRONMENT).oauth;

/** Everything that is wrong, and none of it a secret. */
function problems(flags: OAuthFlags, target = TARGET): readonly string[] {
  try {
    withSignIn(target, flags, '--header', ENVIRONMENT);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.problems.join()).not.toContain(SECRET);
    return error.problems;
  }
  throw new Error('nothing is wrong');
}

describe('options of a sign-in', () => {
  it('say who signs in, and how', () => {
    expect(signIn({})).toBeUndefined();
    expect(signIn({ oauth: true })).toEqual({ grant: 'authorization-code', present: presentSignIn });
    expect(
      signIn({
        oauth: true,
        oauthClientId: 'me',
        oauthClientSecretEnv: 'MY_SECRET',
        oauthScope: ' a  b:c ',
        oauthIssuer: 'https://login.example/t',
        oauthCallback: 'http://localhost:8765/callback',
      }),
    ).toMatchObject({
      grant: 'authorization-code',
      clientId: 'me',
      clientSecret: SECRET,
      scope: 'a b:c',
      issuer: 'https://login.example/t',
      redirectUrl: 'http://localhost:8765/callback',
    });
    expect(signIn({ oauthClientId: 'me', oauthClientSecretEnv: 'MY_SECRET' })).toMatchObject({
      grant: 'client-credentials',
      clientSecret: SECRET,
    });
    expect(signIn({ oauthClientId: 'me', oauthPrivateKeyEnv: 'MY_KEY' })).toMatchObject({
      grant: 'client-credentials',
      privateKey: KEY.toString().trim(),
    });
  });

  it.each<[OAuthFlags, string]>([
    [
      { oauthScope: 'a' },
      '--oauth-scope needs --oauth, for a person to sign in, or a client that signs itself in: --oauth-client-id with --oauth-client-secret-env or --oauth-private-key-env.',
    ],
    [
      { oauthClientId: 'me' },
      '--oauth-client-id needs --oauth, for a person to sign in, or a client that signs itself in: --oauth-client-id with --oauth-client-secret-env or --oauth-private-key-env.',
    ],
    [{ oauthClientId: '', oauth: true }, '--oauth-client-id takes the id of a client.'],
    [{ oauthClientSecretEnv: 'MY_SECRET' }, '--oauth-client-secret-env needs --oauth-client-id.'],
    [{ oauthPrivateKeyEnv: 'MY_KEY' }, '--oauth-private-key-env needs --oauth-client-id.'],
    [
      { oauthClientId: 'me', oauthClientSecretEnv: 'MY_SECRET', oauthPrivateKeyEnv: 'MY_KEY' },
      '--oauth-client-secret-env and --oauth-private-key-env exclude each other. Give one of them.',
    ],
    [
      { oauth: true, oauthClientId: 'me', oauthPrivateKeyEnv: 'MY_KEY' },
      '--oauth-private-key-env is for a client that signs itself in. Leave out --oauth.',
    ],
    [
      { oauthClientId: 'me', oauthClientSecretEnv: 'MY_SECRET', oauthCallback: 'http://127.0.0.1:1/' },
      '--oauth-callback goes with --oauth.',
    ],
    [
      { oauthClientId: 'me', oauthClientSecretEnv: SECRET },
      '--oauth-client-secret-env takes the name of an environment variable, such as OAUTH_SECRET.',
    ],
    [
      { oauthClientId: 'me', oauthClientSecretEnv: 'EMPTY' },
      '--oauth-client-secret-env EMPTY: the variable EMPTY is not set.',
    ],
    [
      { oauthClientId: 'me', oauthPrivateKeyEnv: 'NONE' },
      '--oauth-private-key-env NONE: the variable does not hold an RSA or EC key in PKCS #8 PEM, which begins with -----BEGIN PRIVATE KEY-----.',
    ],
    [
      { oauth: true, oauthScope: 'a "b"' },
      '--oauth-scope takes scopes parted by blanks, such as "files:read files:write".',
    ],
    [
      { oauth: true, oauthIssuer: 'http://login.example' },
      '--oauth-issuer takes an address of https, such as https://login.example.com/tenant.',
    ],
    [
      { oauth: true, oauthCallback: 'http://127.0.0.1/callback' },
      '--oauth-callback takes an http address of this machine with a port, such as http://127.0.0.1:8765/callback.',
    ],
    [
      { oauth: true, oauthCallback: 'http://example.com:1/callback' },
      '--oauth-callback takes an http address of this machine with a port, such as http://127.0.0.1:8765/callback.',
    ],
  ])('that make no sense are told: %j', (flags, message) => {
    expect(problems(flags)).toEqual([message]);
  });

  it('are told all at once, with what is wrong with the target', () => {
    const target: HttpTarget = { kind: 'http', url: 'http://me:pw@far.example/mcp', headers: { authorization: 'x' } };
    expect(problems({ oauth: true, oauthScope: '' }, target)).toEqual([
      '--oauth gets a token, which is only sent over https or to this machine. Give such an address.',
      '--oauth and an Authorization header, from --header, exclude each other. Give one of them.',
      '--oauth-scope takes scopes parted by blanks, such as "files:read files:write".',
    ]);
    expect(problems({ oauth: true }, { ...TARGET, url: 'https://me:pw@far.example/mcp' })).toEqual([
      '--oauth and a login in the address exclude each other. Give one of them.',
    ]);
  });

  it('are for servers over HTTP, and for one', async () => {
    expect(() => refuseSignIn({}, 'the command line')).not.toThrow();
    const choice = {
      target: { kind: 'stdio', command: ['a'] },
      fromClientConfig: true,
      name: 'a',
      file: '.mcp.json',
    } as const;
    await expect(withHttpOptions(choice, { oauth: true })).rejects.toThrow(
      '--oauth is for servers over HTTP, but .mcp.json starts the server as a program.',
    );
    expect(() => evaluationTarget(['node'], undefined, { oauth: true })).toThrow(
      '--oauth is for servers over HTTP, but the command line starts the server as a program.',
    );
    expect(() => allSettings({ all: true, oauth: true, oauthClientId: 'me' }, false)).toThrow(
      '--all grades many servers, but --oauth is for one. Give it with --server NAME.',
    );
  });

  it('go over a server of a client config file and of a manifest run, which has a variable of its own', async () => {
    const choice = { target: TARGET, fromClientConfig: true, name: 'web', file: '.mcp.json' };
    const { target } = await withHttpOptions(choice, { oauth: true, header: ['X-Team: blue'] });
    expect(target).toMatchObject({ headers: { 'X-Team': 'blue' }, oauth: { grant: 'authorization-code' } });
    await expect(withHttpOptions(choice, { oauth: true, header: ['Authorization: x'] })).rejects.toThrow(
      '--oauth and an Authorization header, from --header or .mcp.json, exclude each other. Give one of them.',
    );
    expect(evaluationTarget([], undefined, { url: TARGET.url, oauth: true })).toMatchObject({
      oauth: { grant: 'authorization-code' },
    });
    vi.stubEnv('TOOLSCORE_HTTP_AUTHORIZATION', 'Bearer x');
    try {
      expect(() => evaluationTarget([], undefined, { url: TARGET.url, oauth: true })).toThrow(
        '--oauth and an Authorization header, from TOOLSCORE_HTTP_AUTHORIZATION, exclude each other. Give one of them.',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a config', () => {
  const here = { cwd: '/here', modules: undefined as never, env: { CI_SECRET: SECRET, EMPTY: '' } };
  const ofConfig = (server: object) =>
    resolveServer(
      { value: server as never, folder: '/here', origin: { source: 'toolscore.config.yaml', line: 3 } },
      here,
    );

  it('says how its server is signed in to, and the command line goes over it', async () => {
    const oauth = { grant: 'client-credentials', clientId: 'ci', clientSecret: '${CI_SECRET}', scope: 'a' };
    const choice = await ofConfig({ url: 'https://mcp.example/mcp', oauth });
    expect(choice.target).toMatchObject({ oauth: { ...oauth, clientSecret: SECRET } });
    expect((await withHttpOptions(choice, {})).target).toMatchObject({ oauth: { clientSecret: SECRET } });
    const given = await withHttpOptions(choice, { header: ['authorization: Bearer x'] });
    expect(given.target).not.toHaveProperty('oauth');
    expect((await withHttpOptions(choice, { oauth: true })).target).toMatchObject({
      oauth: { grant: 'authorization-code', present: presentSignIn },
    });
    const person = await ofConfig({
      url: 'https://mcp.example/mcp',
      oauth: { grant: 'authorization-code', callback: 'http://127.0.0.1:80/x' },
    }).catch((error: unknown) => error);
    expect(person).toMatchObject({ message: expect.stringContaining('takes as oauth.callback an http address') });
  });

  it.each<[object, string]>([
    [{ grant: 'client-credentials' }, 'has in oauth client-credentials, which need a clientSecret or a privateKey.'],
    [
      { grant: 'authorization-code', clientSecret: '${CI_SECRET}' },
      'has in oauth a secret, and no clientId that it is of.',
    ],
    [
      { grant: 'authorization-code', issuer: 'http://far.example' },
      'takes as oauth.issuer an address of https, such as https://login.example.com/tenant.',
    ],
    [
      { grant: 'client-credentials', clientId: 'a', clientSecret: '${NOT_SET}' },
      'uses ${NOT_SET}, and the variable NOT_SET is not set.',
    ],
  ])('with %j is told what is wrong', async (oauth, message) => {
    await expect(ofConfig({ url: 'http://127.0.0.1:1/', oauth })).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(`toolscore.config.yaml:3  the server ${message}`) }),
    );
  });

  it('asks for a token only where one may be sent, and where nothing else authorizes', async () => {
    const oauth = { grant: 'authorization-code' };
    await expect(ofConfig({ url: 'http://far.example/', oauth })).rejects.toThrow('only sent over https');
    await expect(ofConfig({ url: 'https://far.example/', oauth, headers: { Authorization: 'x' } })).rejects.toThrow(
      'oauth and another authorization, which exclude each other',
    );
  });
});

describe('where somebody is to sign in', () => {
  const ADDRESS = 'https://login.example/a?b=c&d=$(e)';

  it('is opened in a browser without a shell, where there is somebody to see it', () => {
    expect(browserCommand(ADDRESS, 'darwin', {})).toEqual(['open', ADDRESS]);
    expect(browserCommand(ADDRESS, 'win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler', ADDRESS]);
    expect(browserCommand(ADDRESS, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', ADDRESS]);
    expect(browserCommand(ADDRESS, 'linux', { WAYLAND_DISPLAY: 'w' })).toEqual(['xdg-open', ADDRESS]);
    expect(browserCommand(ADDRESS, 'linux', {})).toEqual([]);
    expect(browserCommand(ADDRESS, 'darwin', { CI: 'true' })).toEqual([]);
    expect(browserCommand(ADDRESS, 'darwin', { CI: 'false' })).toEqual(['open', ADDRESS]);
  });

  it('is told on standard error', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      presentSignIn(new URL('https://login.example/a?b=\u001b[31mred'), {}, { err: { isTTY: false } });
      const [text] = write.mock.calls[0] ?? [];
      expect(text).toBe(
        'The server wants somebody to sign in. Open this address; the run goes on when that is done:\n  https://login.example/a?b=%1B[31mred\n',
      );
      presentSignIn(new URL('https://login.example/a'), { CI: 'true' }, { out: { isTTY: true }, err: { isTTY: true } });
      expect(write.mock.calls[1]?.[0]).toMatch('\r\u001b[KThe server wants');
    } finally {
      write.mockRestore();
    }
  });
});
