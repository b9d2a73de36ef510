/** Runs `toolscore probe` against fixtures/servers/faults.mjs, and looks for the marker word in all that it leaves. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportSarif } from '../../core/documents/sarif.js';
import { reportText } from '../../core/documents/text.js';
import type { ProbeCase, ProbeReport } from '../../core/documents/types.js';
import type { JsonObject } from '../../core/json.js';
import { type Ran, scratch, toolscore } from './cli.js';
import { faultyServer, manifestOf, MARKER } from './fault-cases.js';

/** In the environment, from where the server repeats it. */
const SECRET = 'hush-7c1e04';
export const UNSAID = new RegExp(`${MARKER}|${SECRET}`);

export interface ProbeRequest {
  readonly faults?: readonly string[];
  /** The manifest's cases, or all of it as it is in its file. */
  readonly probes: readonly JsonObject[] | string | Buffer;
  readonly timeoutMs?: number;
  readonly options?: readonly string[];
  /** Left out: `probe` of the server `local`. */
  readonly command?: readonly string[];
  /** Address of a server that runs already. Left out: one is started, with the faults. */
  readonly url?: string;
  /** Where the manifest, the journal and the log are; a new folder when left out. */
  readonly folder?: string;
}

export interface Probed extends Ran {
  readonly folder: string;
  /** How often the server was started, and the calls that reached it, in order. */
  readonly starts: number;
  readonly calls: readonly string[];
  /** Lines of the journal. */
  readonly journal: readonly JsonObject[];
}

const PROBE = ['probe', '--server', 'local'];

/** Any command, with a folder of its own for what is kept. What it prints is free of the marker word. */
export async function toolscoreIn(folder: string, args: readonly string[]): Promise<Ran> {
  const ran = await toolscore(args, { cwd: folder, env: { TOOLSCORE_HOME: join(folder, 'home'), API_TOKEN: SECRET } });
  for (const text of [ran.out, ran.err]) expect(text).not.toMatch(UNSAID);
  return ran;
}

/** One run, whatever it ends in. Its output, its errors and all files it keeps are free of the marker word. */
export async function probe(request: ProbeRequest): Promise<Probed> {
  const { faults = [], probes, timeoutMs, options = [], command = PROBE, url, folder = await scratch() } = request;
  const more = timeoutMs === undefined ? {} : { timeout_ms: timeoutMs };
  const manifest = typeof probes === 'string' || Buffer.isBuffer(probes) ? probes : manifestOf(probes, more);
  await writeFile(join(folder, 'toolscore.manifest.json'), manifest);
  const [log, lock] = [join(folder, 'log'), join(folder, 'lock')];
  const target = url === undefined ? ['--', ...faultyServer(faults, { log, lock })] : ['--url', url];
  const args = [...command, ...options, ...target];
  const ran = await toolscoreIn(folder, args);
  const kept = await textsIn(join(folder, 'home'));
  for (const text of kept) expect(text).not.toMatch(UNSAID);
  const logged = (await readFile(log, 'utf8').catch(() => '')).split('\n');
  return {
    ...ran,
    folder,
    starts: logged.filter((line) => line === 'start').length,
    calls: logged.flatMap((line) => (line.startsWith('call ') ? [line.slice(5)] : [])),
    journal: kept.flatMap((text) => (text.startsWith('{"ts"') ? text.trimEnd().split('\n') : [])).map(parsed),
  };
}

const parsed = (line: string): JsonObject => JSON.parse(line) as JsonObject;

async function textsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
}

/** One run that ends in a report, read as JSON, without its readiness unless the options ask for it. */
export async function probed(request: ProbeRequest): Promise<Probed & { readonly document: ProbeReport }> {
  const { options = ['--gate-only'] } = request;
  const ran = await probe({ ...request, options: ['--format', 'json', ...options] });
  if (ran.code === 2) throw new Error(ran.err);
  expect(ran.err).toBe('');
  const document = JSON.parse(ran.out) as ProbeReport;
  for (const text of Object.values(renderings(document))) expect(text).not.toMatch(UNSAID);
  return { ...ran, document };
}

/** What the other formats make of a document. SARIF without the lines of a manifest. */
export function renderings(document: ProbeReport): Readonly<Record<'text' | 'markdown' | 'sarif', string>> {
  return {
    text: reportText(document),
    markdown: reportMarkdown(document),
    sarif: reportSarif(document, { uri: 'toolscore.manifest.json', lines: new Map(), summaries: new Map() }),
  };
}

/** Reason, attempts and first failure: what the specification says of a case, in one line. */
export type Ending = readonly [reason: string | null, attempts: number, firstFailure: number | null];
export const passed = (attempts: number): Ending => [null, attempts, null];
export const failed = (reason: string, at: number, attempts = at): Ending => [reason, attempts, at];
export const incomplete = (reason: string): Ending => [reason, 0, null];

export const endingOf = ({ reason, attempts, first_failure: at }: ProbeCase): Ending => [reason, attempts, at];

/** Endings by case. */
export function endingsOf({ cases }: ProbeReport): Readonly<Record<string, Ending>> {
  return Object.fromEntries(cases.map((one) => [one.id, endingOf(one)]));
}
