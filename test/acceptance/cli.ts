/** Runs the built command line, as a user would. */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Ran, runResident } from './residents.js';

export type { Ran } from './residents.js';

export const CLI = resolve('dist/cli.mjs');
export const SAMPLE_SERVER = resolve('fixtures/sample-server.mjs');

/** A new empty folder, for this test alone; all of them go when the run is over. */
export function scratch(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'scratch-'));
}

interface Place {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** Where a command line runs. The environment holds nothing of the tester's own but the path. */
async function place({ cwd, env = {} }: Place): Promise<{ cwd: string; env: Record<string, string | undefined> }> {
  const own = { PATH: process.env['PATH'], HOME: await scratch(), TOOLSCORE_HOME: await scratch(), LANG: 'C.UTF-8' };
  return { cwd: cwd ?? (await scratch()), env: { ...own, ...env } };
}

/** Runs the command line to its end, in a process that is used again: most of a short run is the start of Node. */
export async function toolscore(args: readonly string[], where: Place = {}): Promise<Ran> {
  return runResident({ args, ...(await place(where)) });
}

/** The same in a process of its own, for what only that can show. */
export async function toolscoreProcess(args: readonly string[], where: Place = {}): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], {
    ...(await place(where)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = async (stream: NodeJS.ReadableStream): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** The JSON report of `mcp test` against a command. */
export async function graded(
  command: readonly string[],
  options: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<JsonReport> {
  const folder = await scratch();
  const file = join(folder, 'report.json');
  const ran = await toolscore(['mcp', 'test', '--report', 'json', '--output', file, ...options, '--', ...command], {
    cwd: folder,
    env,
  });
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.err}${ran.out}`);
  return JSON.parse(await readFile(file, 'utf8')) as JsonReport;
}

/** What the tests read of a JSON report. Spec: scorecard 7.4. */
export interface JsonReport {
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly protocol_version: string;
    readonly era: string;
  };
  readonly grade: string;
  readonly score: number;
  readonly total_tool_tokens: number;
  readonly scores: Record<string, number | null>;
  readonly tools: readonly {
    readonly name: string;
    readonly passed: number;
    readonly total: number;
    readonly avg_latency_ms: number;
    readonly tokens: number;
  }[];
  readonly results: readonly {
    readonly tool: string;
    readonly kind: string;
    readonly ok: boolean;
    readonly duration: number;
    readonly detail: string;
  }[];
  readonly lint: readonly {
    readonly tool: string;
    readonly severity: string;
    readonly rule: string;
    readonly message: string;
  }[];
  readonly fixes: readonly {
    readonly tool: string;
    readonly problem: string;
    readonly fix: string;
    readonly priority: number;
  }[];
}

/** Passed and counted cases of one kind, as `passed/total`. */
export function cases(report: JsonReport, kind: string): string {
  const ofKind = report.results.filter((result) => result.kind === kind);
  return `${ofKind.filter(({ ok }) => ok).length}/${ofKind.length}`;
}

/** The report without what may differ between two runs. */
export function withoutTimes(report: JsonReport): unknown {
  return JSON.parse(
    JSON.stringify(report, (key, value: unknown) =>
      key === 'duration' || key === 'avg_latency_ms' || key === 'ms' ? 0 : value,
    ),
  );
}
