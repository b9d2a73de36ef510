/** The built command line in processes of its own: each exit code, and that one that is used again says the same. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore, toolscoreProcess } from './cli.js';
import { faultCase, faultyServer, manifestOf } from './fault-cases.js';

const SAMPLE = ['--', process.execPath, SAMPLE_SERVER];
const PROBE = ['probe', '--server', 'local', '--gate-only', '--', ...faultyServer(['count:crashes'])];

describe('a process of its own', () => {
  test.each<readonly [code: number, what: string, args: readonly string[], says: RegExp]>([
    [0, 'a run that succeeds', ['mcp', 'list', ...SAMPLE], /create_note/],
    [1, 'a server with errors', ['mcp', 'lint', ...SAMPLE], /1 error/],
    [2, 'a command line that is wrong', ['mcp', 'test', '--cases', 'few', ...SAMPLE], /--cases/],
    [3, 'a run that is not completed', PROBE, /transport-closed/],
    [0, 'the version', ['--version'], /^\d+\.\d+\.\d+$/m],
    [0, 'help', ['--help'], /Usage: toolscore/],
    [2, 'an option that does not exist', ['mcp', 'test', '--no-such-option'], /unknown option/],
  ])('exits with %i for %s', async (code, _what, args, says) => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'toolscore.manifest.json'), manifestOf([faultCase('degradation-over-n')]));
    const own = await toolscoreProcess(args, { cwd });
    expect([own.code, own.out + own.err]).toEqual([code, expect.stringMatching(says)]);
    // Twice, because what a process holds ready can only matter to its second run.
    for (const ran of [await toolscore(args, { cwd }), await toolscore(args, { cwd })]) expect(ran).toEqual(own);
  });
});
