/** The example packs as their users get them: packed, installed in an empty project, switched on by a config alone. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { type JsonReport, scratch, toolscore } from '../acceptance/cli.js';

const run = promisify(execFile);
const SERVER = [process.execPath, resolve('fixtures/servers/loose-talk.mjs')];
const PACKS = ['toolscore-pack-security-basics', 'toolscore-pack-latency'];
let project: string;

beforeAll(async () => {
  project = await scratch();
  await writeFile(join(project, 'package.json'), '{"name":"empty","private":true}');
  const npm = (...args: string[]) =>
    run('npm', [...args, '--silent', '--offline', '--ignore-scripts'], { cwd: project });
  const { stdout } = await npm('pack', ...PACKS.map((name) => resolve('fixtures/packs', name)));
  const tarballs = stdout.trim().split('\n');
  // The peer is the program that runs; it is not in the registry of this test.
  await npm('install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`));
});

/** The report of the server in a folder of the project, whose config this is. */
async function reported(command: 'lint' | 'test', config: string): Promise<JsonReport> {
  const cwd = await mkdtemp(join(project, 'with-'));
  await writeFile(join(cwd, 'toolscore.config.yaml'), config);
  const ran = await toolscore(['mcp', command, '--report', 'json', '-o', 'r.json', '--', ...SERVER], { cwd });
  // Lint ends with 1 when there are errors.
  if (ran.code !== 0 && (command !== 'lint' || ran.code !== 1)) throw new Error(ran.err);
  return JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as JsonReport;
}
const of = (namespace: string, { lint }: JsonReport) =>
  lint
    .filter(({ rule }) => rule.startsWith(namespace))
    .map(({ rule, tool, severity }) => `${rule} ${tool} ${severity}`);

it('a pack of data finds what a careless catalog says', async () => {
  const report = await reported('lint', 'extends: [toolscore:recommended, toolscore-pack-security-basics]\n');
  expect(of('security/', report).sort()).toEqual([
    'security/comment-hidden open_store warning',
    'security/control-characters read_web_page error',
    'security/conversation-requested add_numbers warning',
    'security/credential-parameter open_store warning',
    'security/default-credential open_store warning',
    'security/default-secret open_store error',
    'security/destructive-hint-false delete_note warning',
    'security/local-secret-named add_numbers error',
    'security/open-world-hint-doubtful read_web_page warning',
    'security/read-only-hint-doubtful send_message warning',
    'security/secret-in-text send_message error',
  ]);
  // A report is shown around; the key in it would be, too.
  const messages = report.lint.filter(({ rule }) => rule.includes('secret')).map(({ message }) => message);
  expect(messages.join('\n')).not.toContain('Q7RT2MNV');
});

it('a config changes one rule of a pack and nothing else', async () => {
  const report = await reported(
    'lint',
    'extends: [toolscore-pack-security-basics]\nrules: { security/secret-in-text: info, security/comment-hidden: "off" }\n',
  );
  const found = of('security/', report);
  expect(found).toHaveLength(10);
  expect(found).toContain('security/secret-in-text send_message info');
});

it('a pack with a probe measures, and its rules judge', async () => {
  const report = await reported(
    'test',
    'extends: [toolscore-pack-latency]\nprobes: { tool-latency: { samples: 1 } }\nrules: { latency/answer-slow: { options: { limitMs: -1 } } }\n',
  );
  const slow = report.lint.filter(({ rule }) => rule === 'latency/answer-slow');
  expect(slow.map(({ tool }) => tool).sort()).toEqual(['add_numbers', 'read_web_page', 'send_message']);
  expect(slow[0]?.message).toMatch(/^Half of 1 calls to \w+ took \d+ ms or longer; the limit is -1 ms\.$/);
});

it('judges a run that was recorded before anybody had the pack', async () => {
  const cwd = await scratch();
  await toolscore(['mcp', 'lint', '--record', 'run.jsonl', '--', ...SERVER], { cwd });
  const judged = await toolscore(
    ['judge', 'run.jsonl', '--plugin', join(project, 'node_modules/toolscore-pack-security-basics')],
    { cwd },
  );
  expect(judged.out).toContain('security/local-secret-named');
});

it('rules --pack lists a pack by its namespace and by its package', async () => {
  const byName = await toolscore(['rules', '--pack', 'toolscore-pack-security-basics'], { cwd: project });
  const byNamespace = await toolscore(['rules', '--pack', 'security'], { cwd: project });
  expect(byNamespace.out).toBe(byName.out);
  expect(byName.out).toContain('Namespace security. Data only: it runs no code.');
  expect(byName.out).toMatch(
    /security\/text-encoded +info +off +info +node_modules\/\S+\/text-encoded\.md +Texts can be read/,
  );
  const latency = await toolscore(['rules', '--pack', 'latency'], { cwd: project });
  expect(latency.out).toMatch(/latency\/answer-slow +warning +warning +error \(limitMs 500\)/);
  const page = await toolscore(['explain', 'security/text-encoded', '--plugin', 'toolscore-pack-security-basics'], {
    cwd: project,
  });
  expect(page.out).toContain('A model decodes Base64 without being asked.');
  const unknown = await toolscore(['rules', '--pack', 'securty'], { cwd: project });
  expect([unknown.code, unknown.out]).toEqual([2, '']);
  expect(unknown.err).toContain('toolscore-pack-security-basics (security)');
  expect(unknown.err).toContain('Did you mean "security"?');
});

it.each(PACKS)('%s passes the check of packs', async (name) => {
  const ran = await toolscore(['pack', 'check', resolve('fixtures/packs', name)], { cwd: project });
  expect([ran.err, ran.code]).toEqual([expect.anything(), 0]);
});
