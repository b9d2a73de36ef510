import { describe, expect, it } from 'vitest';
import { REDACTED, redactor, secretsOf } from '../core/secrets.js';

const env = (values: Record<string, string>) =>
  ({ kind: 'stdio', command: ['node', 'server.js'], env: values }) as const;

describe('secretsOf', () => {
  it('takes what a name or a value gives away', () => {
    const target = env({
      GITHUB_TOKEN: 'abcdef',
      DB: 'postgres://me:hunter22@db/x',
      RANDOM: 'a1b2c3d4e5f6a7b8',
      NODE_ENV: 'production',
      MEMORY_FILE_PATH: '/srv/data/memory1234567.jsonl',
      DEBUG_AUTH: 'true',
    });
    expect(secretsOf(target, {})).toEqual(['abcdef', 'postgres://me:hunter22@db/x', 'hunter22', 'a1b2c3d4e5f6a7b8']);
  });

  it('takes what an address gives away, and nothing else of it', () => {
    const http = (url: string) => secretsOf({ kind: 'http', url }, {});
    expect(http('https://me:pass%20word@host.example/mcp')).toEqual(['pass%20word', 'pass word', 'me:pass word']);
    expect(http('https://host.example/s/k3yk3yk3yk3yk3yk3y/mcp?api_key=sesame&page=12&t=a1b2c3d4e5f6a7b8')).toEqual([
      'k3yk3yk3yk3yk3yk3y',
      'sesame',
      'a1b2c3d4e5f6a7b8',
    ]);
    expect(http('http://127.0.0.1:3000/mcp?page=12')).toEqual([]);
    expect(http('nonsense')).toEqual([]);
    // As the header says it that a login becomes.
    const redact = redactor(http('http://me:hunter22@host.example/'));
    expect(redact(`Basic ${Buffer.from('me:hunter22').toString('base64')}`)).toMatch(/^Basic \[redacted\]=*$/);
  });

  it('takes inherited variables by name only, headers without their scheme, and arguments', () => {
    expect(
      secretsOf(env({}), { NPM_TOKEN: 'npm_123456', HOME_ID: 'a1b2c3d4e5f6a7b8', SSH_AUTH_SOCK: '/tmp/ssh.sock' }),
    ).toEqual(['npm_123456']);
    expect(secretsOf({ kind: 'http', url: 'http://x', headers: { Authorization: 'Bearer tok-en-1' } }, {})).toEqual([
      'Bearer tok-en-1',
      'tok-en-1',
    ]);
    expect(
      secretsOf({ kind: 'stdio', command: ['s', '--api-key', 'sesame', '--port=8080', '--secret=openup'] }, {}),
    ).toEqual(['sesame', 'openup']);
    // As containers and bridges take them.
    const bridge = [
      'docker',
      '-e',
      'API_KEY=k-sesame',
      '-e',
      'NODE_ENV=production',
      '-H',
      'Authorization: Bearer b-open',
    ];
    expect(secretsOf({ kind: 'stdio', command: bridge }, {})).toEqual(['k-sesame', 'Bearer b-open', 'b-open']);
  });
});

describe('redactor', () => {
  it('replaces a secret however it is written', () => {
    const secret = 'pass "word"/1';
    const redact = redactor([secret]);
    for (const form of [
      secret,
      JSON.stringify({ a: secret }),
      Buffer.from(secret).toString('base64'),
      `?k=${encodeURIComponent(secret)}`,
    ]) {
      expect(redact(`before ${form} after`)).toContain(REDACTED);
      expect(redact(form)).not.toMatch(/word/);
    }
    expect(JSON.parse(redact(JSON.stringify({ a: secret })))).toEqual({ a: REDACTED });
  });

  it('leaves everything else alone, and replaces the longer of two', () => {
    expect(redactor([])('abc')).toBe('abc');
    expect(redactor(['secret', 'secret-long'])('a secret-long b secret')).toBe(`a ${REDACTED} b ${REDACTED}`);
  });
});
