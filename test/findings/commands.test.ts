/** The commands, as the command line calls them, against a server of its own process. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadShipped } from '../../core/api/shipped.js';
import type { Composition } from '../../core/cli/composition.js';
import { report } from '../../core/cli/exit.js';
import { runFindings, runFindingsClaim, runFindingsOpen, runFindingsShow } from '../../core/cli/findings.js';
import { runVerify, type VerifyOptions } from '../../core/cli/verify.js';
import { findingId } from '../../core/findings/finding.js';
import { OWN } from '../load/own.js';
import { project } from '../load/folder.js';

const ID = findingId({ server: 'local', tool: 'read' });

/** Lists `read` and answers calls of it by its argument: a result, an error, or nothing at all while the process ends. */
const SERVER = `
  import { createInterface } from 'node:readline';
  const [how] = process.argv.slice(2);
  const answers = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'own', version: '1' } },
    'tools/list': { tools: [{ name: 'read', inputSchema: { type: 'object' } }] },
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const send = (rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
    if (answers[method] !== undefined) send({ result: answers[method] });
    else if (method !== 'tools/call') send({ error: { code: -32601, message: 'no' } });
    else if (how === 'ends') process.exit(0);
    else if (how === 'fails') send({ error: { code: -32000, message: 'no' } });
    else send({ result: { content: [] } });
  });
`;

let home: string;
let out: string;
let err: string;

beforeEach(async () => {
  home = join(await project({}), 'home');
  vi.stubEnv('TOOLSCORE_HOME', home);
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

/** As the command line ends: what is thrown becomes an exit code. */
async function run(
  command: Promise<number>,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  [out, err] = ['', ''];
  const code = await command.catch(report);
  return { code, out, err };
}

describe('toolscore findings', () => {
  test('opens, lists, shows and claims', async () => {
    expect(await run(runFindings({}))).toEqual({ code: 0, out: '', err: 'There are no findings.\n' });
    const line = (state: string): string =>
      `${ID} state=${state} consecutive_passes=0 server=local tool=read class=recurring-error\n`;
    const opened = await run(runFindingsOpen({ server: 'local', tool: 'read' }));
    expect(opened).toEqual({ code: 0, out: line('open'), err: '' });
    expect(await run(runFindings({ state: 'open' }))).toMatchObject({ code: 0, out: line('open') });
    expect((await run(runFindingsClaim(ID))).out).toBe(line('fix-claimed'));
    expect(await run(runFindings({ state: 'open' }))).toEqual({
      code: 0,
      out: '',
      err: 'No finding is in state open.\n',
    });
    const { out: shown } = await run(runFindingsShow(ID));
    expect(shown).toMatch(
      new RegExp(`^${ID}\n  server: local\n  tool: read\n  class: recurring-error\n  state: fix-claimed\n`),
    );
    expect(shown).toContain('  last case: none\n');
  });

  test.each([
    [() => runFindingsOpen({ tool: 'read' }), '--server is missing'],
    [() => runFindingsOpen({ server: 'a b', tool: 'read' }), '--server takes a label'],
    [() => runFindingsOpen({ server: 'local' }), '--tool is missing'],
    [() => runFindingsOpen({ server: 'local', tool: 'a/b' }), '--tool takes a name'],
    [() => runFindingsOpen({ server: 'local', tool: 'read', class: 'false-sucess' }), 'Did you mean "false-success"?'],
    [() => runFindings({ state: 'opened' }), 'Did you mean "open"?'],
    [() => runFindingsShow('finding-0000000000000000'), 'There is no finding'],
    [() => runFindingsClaim('read'), '"finding-" and 16 hexadecimal digits'],
  ])('refuses %s', async (command, message) => {
    const { code, out: nothing, err: said } = await run(command());
    expect([code, nothing]).toEqual([2, '']);
    expect(said).toContain(message);
  });

  test('whose home cannot be used ends with 3', async () => {
    vi.stubEnv('TOOLSCORE_HOME', join(await project({ file: '' }), 'file'));
    const { code, err: said } = await run(runFindingsOpen({ server: 'local', tool: 'read' }));
    expect(code).toBe(3);
    expect(said).toContain('cannot be made: a part of the path is a file, not a folder.');
  });
});

describe('toolscore verify', () => {
  const verify = async (how: string, options: VerifyOptions = {}) => {
    const manifest = join(home, '..', 'manifest.json');
    const server = join(home, '..', 'server.mjs');
    const one = { id: 'reads', probe: 'degradation-over-n', access: 'read_only', tool: 'read' };
    await writeFile(
      manifest,
      JSON.stringify({ version: 1, timeout_ms: 10_000, probes: [{ ...one, arguments: {}, max_attempts: 2 }] }),
    );
    await writeFile(server, SERVER);
    const command = how === 'missing' ? [join(home, 'no-such-program')] : [process.execPath, server, how];
    return run(runVerify([], command, { finding: ID, case: 'reads', manifest, ...options }, await composition()));
  };

  test('prints one line for a pass, and closes the finding with the third', async () => {
    await runFindingsOpen({ server: 'local', tool: 'read' });
    const results = [await verify('works'), await verify('works'), await verify('works')];
    expect(results.map(({ code, out: line, err: said }) => [code, line, said])).toEqual([
      [0, `${ID} state=verifying probe=reads consecutive_passes=1\n`, ''],
      [0, `${ID} state=verifying probe=reads consecutive_passes=2\n`, ''],
      [0, `${ID} state=closed probe=reads consecutive_passes=3\n`, ''],
    ]);
  });

  test('adds the reason and a hint to a failure; another command is another streak', async () => {
    await runFindingsOpen({ server: 'local', tool: 'read' });
    await verify('works');
    const { code, out: printed } = await verify('fails');
    expect(code).toBe(1);
    expect(printed).toMatch(
      new RegExp(
        `^${ID} state=fix-claimed probe=reads consecutive_passes=0 reason=unexpected-outcome\n {2}hint: .{40,}\n$`,
      ),
    );
  });

  test.each([
    ['ends', 'transport-closed'],
    ['missing', 'transport-closed'],
  ])('says what was not verified when a server %s', async (how, reason) => {
    await runFindingsOpen({ server: 'local', tool: 'read' });
    const { code, out: printed } = await verify(how);
    expect([code, printed]).toEqual([3, `${ID} not verified: probe=reads reason=${reason}\n`]);
    expect((await run(runFindings({ state: 'open' }))).out).toContain(ID);
  });

  test.each([
    [{ finding: undefined }, '--finding is missing'],
    [{ case: undefined }, '--case is missing'],
    [{ server: 'a b' }, '--server takes a label'],
    [{ server: 'other' }, 'is about the server local'],
    [{ manifest: '/nowhere/manifest.json' }, 'does not exist'],
    [{ case: 'raeds' }, 'Did you mean "reads"?'],
  ])('refuses %j', async (options, message) => {
    await runFindingsOpen({ server: 'local', tool: 'read' });
    const { code, out: printed, err: said } = await verify('works', options as VerifyOptions);
    expect([code, printed]).toEqual([2, '']);
    expect(said).toContain(message);
  });
});

async function composition(): Promise<Composition> {
  const shipped = await loadShipped();
  return {
    version: '0.0.0',
    flags: { pluginFlags: shipped.pluginFlags, reportFormats: [] },
    load: () => Promise.resolve(shipped),
    entries: { ...OWN, 'toolscore/testing': OWN.toolscore },
    sampleServer: { command: ['none'], run: () => Promise.resolve(0) },
  };
}
