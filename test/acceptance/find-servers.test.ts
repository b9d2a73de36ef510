/** Servers of client config files through the built command line: found, graded all at once, and left alone when the file is wrong. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, type JsonReport, SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const JOURNAL_SERVER = resolve('fixtures/servers/journal.mjs');
const MUST_NOT_START = resolve('fixtures/broken/must-not-start.mjs');
const NOTES = { command: process.execPath, args: [SAMPLE_SERVER] };
const GONE = { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(3)'] };

/** A home with a folder `here` in it, and these files. */
async function home(files: Readonly<Record<string, unknown>>): Promise<{ home: string; cwd: string }> {
  const folder = await scratch();
  const cwd = join(folder, 'here');
  await mkdir(cwd);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
  return { home: folder, cwd };
}

async function run(
  args: readonly string[],
  files: Readonly<Record<string, unknown>>,
  env: Record<string, string> = {},
) {
  const { home: HOME, cwd } = await home(files);
  return { ...(await toolscore(args, { cwd, env: { HOME, ...env } })), cwd, home: HOME };
}

interface Document {
  readonly servers: readonly { readonly name: string; readonly report?: JsonReport; readonly error?: string }[];
}

describe('mcp list without a target', () => {
  const trap = { command: process.execPath, args: [MUST_NOT_START, 'started.txt', '--api-key', 'open-sesame-1'] };

  it('shows what there is and how to grade it, without secrets, and starts nothing', async () => {
    const ran = await run(['mcp', 'list'], {
      'here/.mcp.json': { mcpServers: { 'my notes': { ...trap, env: { TOKEN: 'in-the-env' } } } },
      '.cursor/mcp.json': { mcpServers: { far: { url: 'https://example.com/mcp', headers: { A: 'in-a-header' } } } },
      '.config/Claude/claude_desktop_config.json': { mcpServers: { off: { ...trap, disabled: true } } },
      '.claude.json': { numStartups: 1 },
    });
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(/^ {2}\.mcp\.json$/m);
    expect(ran.out).toContain("→ toolscore mcp test --config .mcp.json --server 'my notes'");
    expect(ran.out).toContain('→ toolscore mcp test --config ~/.cursor/mcp.json --server far');
    expect(ran.out).toContain('address: https://example.com/mcp');
    expect(ran.out).toMatch(/--api-key\s+\[redacted\]/);
    expect(ran.out).toContain('off (disabled)');
    expect(ran.out).not.toMatch(/open-sesame|in-the-env|in-a-header|\.claude\.json/);
    expect(await readdir(ran.cwd)).toEqual(['.mcp.json']);
  });

  it('shows a broken file with the place of the fault beside the others', async () => {
    const ran = await run(['mcp', 'list'], {
      'here/.mcp.json': '{\n  "mcpServers": {\n    notes: 1\n  }\n}\n',
      '.cursor/mcp.json': { mcpServers: { good: trap, bad: { cmd: 'node' } } },
    });
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/\.mcp\.json:3:5 not JSON/);
    expect(ran.out).toMatch(/~\/\.cursor\/mcp\.json:\d+:\d+ server "bad" takes exactly one/);
    expect(ran.out).toContain('--server good');
  });

  it('says what to do when there is nothing', async () => {
    const ran = await run(['mcp', 'list'], {});
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/no client config file[\s\S]*No server is given/);
  });

  it('lists tools as before when a config or an option names the server', async () => {
    const named = await run(['mcp', 'list', '--server', 'notes'], {
      'here/.mcp.json': { mcpServers: { notes: NOTES } },
    });
    expect(named.out).toMatch(/search_notes/);
    const configured = await run(['mcp', 'list'], {
      'here/toolscore.config.json': { server: { command: [process.execPath, SAMPLE_SERVER] } },
      'here/.mcp.json': { mcpServers: { notes: trap } },
    });
    expect(configured.out).toMatch(/search_notes/);
  });

  it('leaves the rule of mcp test alone: servers of the user are not started unasked', async () => {
    const ran = await run(['mcp', 'test'], { '.cursor/mcp.json': { mcpServers: { notes: trap } } });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/No server is given[\s\S]*toolscore mcp list/);
    expect(await readdir(ran.cwd)).toEqual([]);
  });
});

describe('--all', () => {
  const files = {
    'here/.mcp.json': {
      mcpServers: {
        gone: GONE,
        notes: NOTES,
        off: { ...NOTES, disabled: true },
        deaf: { url: 'http://127.0.0.1:9/mcp' },
      },
    },
  };

  it.each(['1', '4'])(
    'grades every server, %s at a time: a table in order, a document, the worst exit code',
    async (jobs) => {
      const args = ['mcp', 'test', '--all', '--jobs', jobs, '--report', 'json', '-o', 'all.json'];
      const ran = await run(args, files);
      expect(ran.code).toBe(1);
      const rows = ran.out.split('\n').filter((line) => /^ {2}(gone|notes|deaf|off)\b/.test(line));
      expect(
        rows.map((row) =>
          row
            .trim()
            .split(/\s{2,}/)
            .slice(0, 2),
        ),
      ).toEqual([
        ['gone', 'none'],
        ['notes', 'C'],
        ['deaf', 'none'],
      ]);
      expect(ran.out).toMatch(/export_notes.*\n[\s\S]*3 servers, 2 without a result/);
      expect(ran.err).toMatch(/Skipped "off", which is disabled/);
      expect(ran.err).toMatch(/no licence/);
      const { servers } = JSON.parse(await readFile(join(ran.cwd, 'all.json'), 'utf8')) as Document;
      expect(servers.map(({ name, report, error }) => [name, report?.grade, typeof error])).toEqual([
        ['gone', undefined, 'string'],
        ['notes', 'C', 'undefined'],
        ['deaf', undefined, 'string'],
      ]);
    },
  );

  it('holds the same report as a run against the server alone', async () => {
    const { cwd, home: HOME } = await home({ 'here/.mcp.json': { mcpServers: { notes: NOTES } } });
    await toolscore(['mcp', 'test', '--all', '--report', 'json', '-o', 'all.json'], { cwd, env: { HOME } });
    await toolscore(['mcp', 'test', '--report', 'json', '-o', 'one.json'], { cwd, env: { HOME } });
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(cwd, name), 'utf8'), (key, value: unknown) =>
        ['duration', 'avg_latency_ms', 'ms'].includes(key) ? 0 : value,
      );
    expect(((await read('all.json')) as Document).servers).toEqual([{ name: 'notes', report: await read('one.json') }]);
  });

  it('writes the document alone to standard output', async () => {
    const ran = await run(['mcp', 'lint', '--all', '--report', 'json', '-o', '-'], files);
    expect((JSON.parse(ran.out) as Document).servers).toHaveLength(3);
  });

  it('leaves servers as they are unless told otherwise', async () => {
    const journal = async (...more: string[]): Promise<string> => {
      const { cwd, home: HOME } = await home({ 'here/calls.txt': '' });
      const servers = { journal: { command: process.execPath, args: [JOURNAL_SERVER, join(cwd, 'calls.txt')] } };
      await writeFile(join(cwd, 'servers.json'), JSON.stringify({ mcpServers: servers }));
      await toolscore(['mcp', 'test', '--all', '--config', 'servers.json', ...more], { cwd, env: { HOME } });
      return readFile(join(cwd, 'calls.txt'), 'utf8');
    };
    expect(new Set((await journal()).trim().split('\n'))).toEqual(new Set(['list_items']));
    expect(await journal('--allow-writes')).toMatch(/clear_all/);
  });

  it('applies gates to each, and lint to the definitions', async () => {
    const two = { 'here/.mcp.json': { mcpServers: { a: NOTES, b: NOTES } } };
    expect((await run(['mcp', 'test', '--all'], two)).code).toBe(0);
    const gated = await run(['mcp', 'test', '--all', '--fail-under', 'A'], two);
    expect(gated.code).toBe(1);
    expect(gated.err.match(/failed: grade C is below A/g)).toHaveLength(2);
    const lint = await run(['mcp', 'lint', '--all'], two);
    expect(lint.code).toBe(1);
    expect(lint.out).toMatch(/Errors\s+Warnings[\s\S]*a\s+1\s+2\s+delete_note/);
  });

  it('adds every report to the job summary, and leaves out reports that the config wants of one', async () => {
    const ran = await run(
      ['mcp', 'test', '--all', '--ci'],
      {
        'here/.mcp.json': { mcpServers: { a: NOTES, b: NOTES } },
        'here/toolscore.config.json': { reports: [{ format: 'json', path: 'one.json' }] },
      },
      { GITHUB_STEP_SUMMARY: join(await scratch(), 'summary.md') },
    );
    expect(ran.err).toMatch(/reports of the config are for one server/);
    expect(await readdir(ran.cwd)).not.toContain('one.json');
  });

  it.each<[string[], RegExp]>([
    [['--all', 'node server.js'], /a command is given as well/],
    [['--all', '--url', 'http://127.0.0.1:9/'], /--url names one server/],
    [['--all', '--server', 'notes'], /--server names one server/],
    [['--all', '--header', 'A: b'], /--header goes to one server/],
    [['--all', '--header-env', 'A=B'], /--header-env goes to one server/],
    [['--all', '--badge', 'b.svg'], /--badge is the badge of one server/],
    [['--all', '--report', 'md', '-o', 'x.md'], /With --all, --report takes json; found "md"/],
    [['--all', '--report', 'json'], /With --all, --report json names no file/],
    [['--all', '-o', 'x.json'], /With --all, --output needs a --report/],
    [['--all', '--report', 'json=a', '--report', 'json=b'], /--all writes one document; found --report json=a and/],
    [['--all', '--jobs', '17'], /--jobs takes a whole number from 1 to 16/],
    [['--all', '--jobs', '0'], /--jobs takes a whole number/],
    [['--all', '--fail-under', 'E'], /--fail-under takes/],
    [['--jobs', '2'], /--jobs goes with --all/],
  ])('%j is a mistake, told before anything is started', async (args, why) => {
    const trap = { command: process.execPath, args: [MUST_NOT_START, 'started.txt'] };
    const ran = await run(['mcp', 'test', ...args], { 'here/.mcp.json': { mcpServers: { a: trap } } });
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(why);
    expect(await readdir(ran.cwd)).toEqual(['.mcp.json']);
  });

  it('tells all that is wrong with a file and starts none of its servers, good ones included', async () => {
    const trap = { command: process.execPath, args: [MUST_NOT_START, 'started.txt'] };
    const ran = await run(['mcp', 'test', '--all', '--jobs', '4'], {
      'here/.mcp.json': {
        mcpServers: {
          good: trap,
          empty: {},
          circle: {
            ...trap,
            env: { TOOLSCORE_TEST_A: '${TOOLSCORE_TEST_B}', TOOLSCORE_TEST_B: '${TOOLSCORE_TEST_A}' },
          },
          asking: { ...trap, env: { KEY: '${input:key}' } },
        },
      },
    });
    expect(ran.code).toBe(2);
    expect(ran.err.trim().split('\n')).toEqual([
      expect.stringMatching(/^\.mcp\.json:\d+:\d+ {2}server "empty" takes exactly one/),
      expect.stringMatching(
        /^\.mcp\.json:\d+:\d+ {2}.*in a circle: TOOLSCORE_TEST_B → TOOLSCORE_TEST_A → TOOLSCORE_TEST_B/,
      ),
      expect.stringMatching(/^\.mcp\.json:\d+:\d+ {2}.*\$\{input:key\}.*TOOLSCORE_INPUT_KEY=/),
    ]);
    expect(await readdir(ran.cwd)).toEqual(['.mcp.json']);
  });

  it('never shows the value of an input', async () => {
    const entry = { ...GONE, args: ['-e', 'console.error(process.argv[1]); process.exit(3)', '${input:pin}'] };
    const ran = await run(
      ['mcp', 'test', '--all', '--report', 'json', '-o', 'all.json'],
      { 'here/.mcp.json': { mcpServers: { x: entry } } },
      { TOOLSCORE_INPUT_PIN: 'sesame open' },
    );
    expect(ran.err).toMatch(/\[redacted\]/);
    expect(ran.out + ran.err + (await readFile(join(ran.cwd, 'all.json'), 'utf8'))).not.toMatch(/sesame/);
  });

  it('is over with Ctrl+C: every server ends, none is started after it, and no document is left', async () => {
    const { cwd, home: HOME } = await home({});
    // Writes its number and never answers.
    const silent = 'require("fs").appendFileSync("pids.txt", process.pid + "\\n"); setInterval(() => {}, 1000)';
    const entry = { command: process.execPath, args: ['-e', silent] };
    const servers = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, entry]));
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
    const args = ['mcp', 'test', '--all', '--jobs', '2', '--report', 'json', '-o', 'all.json'];
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME, TMPDIR: HOME },
      stdio: 'ignore',
    });
    const pids = async (): Promise<readonly number[]> =>
      (await readFile(join(cwd, 'pids.txt'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean).map(Number);
    while ((await pids()).length < 2) await new Promise((done) => setTimeout(done, 20));
    expect(await ended(child, 'SIGINT')).toBe(130);
    const started = await pids();
    expect(started).toHaveLength(2);
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(await readdir(cwd)).not.toContain('all.json');
    expect((await readdir(HOME)).filter((name) => name.startsWith('toolscore-'))).toEqual([]);
  });
});

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  child.kill(signal);
  return exit;
}

describe('files of each kind', () => {
  it.each([
    ['claude-code', '.mcp.json'],
    ['claude-desktop', 'claude_desktop_config.json'],
    ['vscode', '.vscode/mcp.json'],
    ['cursor', '.cursor/mcp.json'],
  ])('%s is found in a folder', async (kind, file) => {
    const { cwd, home: HOME } = await home({});
    await cp(resolve('fixtures/client-configs', kind), cwd, { recursive: true });
    const ran = await toolscore(['mcp', 'list'], { cwd, env: { HOME } });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(`toolscore mcp test --config ${file} --server`);
    expect(ran.out).not.toContain('✗');
  });

  it('windsurf is found at its place', async () => {
    const { cwd, home: HOME } = await home({});
    await cp(resolve('fixtures/client-configs/windsurf'), join(HOME, '.codeium/windsurf'), { recursive: true });
    const ran = await toolscore(['mcp', 'list'], { cwd, env: { HOME } });
    expect(ran.out).toContain('--config ~/.codeium/windsurf/mcp_config.json --server remote');
  });
});
