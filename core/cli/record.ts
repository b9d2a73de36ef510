/** `--record` and `--replay`: what a run leaves behind to be judged again, and what answers it instead of a server. */

import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { ServerChoice } from '../config/client.js';
import type { ResolvedConfig } from '../config/types.js';
import type { Plugin } from '../define.js';
import { seededHex, withHex } from '../effects/marker.js';
import { UsageError } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import type { Permissions, Target } from '../model.js';
import type { Lacking, Redact } from '../record/recording.js';
import { readRun } from '../record/read.js';
import { type HeaderLine, type RecordedRun, RUN_FORMAT } from '../record/run-file.js';
import { redactor, redactorFor } from '../secrets.js';
import type { Shipped } from '../shipped.js';
import { shownTarget } from '../shown-target.js';
import { printable } from '../text/printable.js';
import type { Values } from '../values/values.js';
import type { RunOptions } from './options.js';
import { whyNotWritable } from './writable.js';

const SEED_BYTES = 16;
/** Calls without an answer that are told one by one. */
const MOST_TOLD = 10;
const REPORT = 'run=';

/** The plugins that record and replay a run, and what surrounds it. */
export interface Tape {
  readonly plugins: readonly Plugin[];
  /** Runs with the digits of the record. */
  readonly run: <T>(run: () => Promise<T>) => Promise<T>;
  /** What to tell of calls that the replayed record has no answer to; nothing when there are none. Complete when the run is over. */
  readonly lacks: () => readonly string[];
}

export interface TapeRequest {
  readonly target: Target;
  readonly permissions: Permissions;
  readonly values: Values;
  /** What the console shows. */
  readonly format: string;
  readonly version: string;
  readonly shipped: Pick<Shipped, 'recording'>;
}

/** What a command line asks for with `--record` and `--replay`. */
export class Recording {
  readonly #file: string | undefined;
  readonly #replayed: RecordedRun | undefined;

  /** @throws UsageError when a file cannot be read or written, or the flags do not go together */
  constructor(options: RunOptions, configured: ResolvedConfig['reports']) {
    this.#file = recordFile(options, configured);
    if (options.replay !== undefined) this.#replayed = readRun(options.replay);
    if (options.watch === true)
      throw new UsageError('--watch runs many times, and a record holds one run. Leave out one of the two.');
    if (options.all === true)
      throw new UsageError('--all grades many servers, and a record holds a run of one. Leave out one of the two.');
  }

  /**
   * The server of the replayed run, as far as it can be known without its secrets; nothing is started. Undefined when
   * nothing is replayed, or the config names a server.
   */
  server({ server }: Pick<ResolvedConfig, 'server'>): ServerChoice | undefined {
    if (this.#replayed === undefined || server !== undefined) return undefined;
    const { source, header } = this.#replayed;
    const { target } = header;
    const shown: Target =
      target.kind === 'http' ? { kind: 'http', url: target.url } : { kind: 'stdio', command: target.command };
    return { target: shown, file: source, name: undefined, fromClientConfig: false };
  }

  /** Why the run must leave writing tools alone: the recorded one did. Undefined where somebody else names the server. */
  restriction({ file }: ServerChoice): string | undefined {
    const { source, header } = this.#replayed ?? {};
    return source === file && header?.permissions.readOnly === true ? `the run of ${source} was read-only` : undefined;
  }

  async tape({ target, permissions, values, format, version, shipped }: TapeRequest): Promise<Tape> {
    const { recorder, replay } = await shipped.recording();
    const redact = redactorOf(target, values);
    // A run that is recorded while it is replayed draws the same digits, so that its record can be replayed as well.
    const seed = this.#replayed?.header.seed ?? randomBytes(SEED_BYTES).toString('hex');
    const plugins: Plugin[] = [];
    const answering = this.#replayed && replay({ run: this.#replayed, redact });
    if (answering !== undefined) plugins.push(answering.plugin);
    if (this.#file !== undefined) {
      makeFolder(dirname(this.#file));
      const header: HeaderLine = {
        type: 'run',
        format: RUN_FORMAT,
        toolscore: version,
        command: format === 'lint' ? 'lint' : 'test',
        recorded: new Date().toISOString(),
        seed,
        target: shownTarget(target),
        permissions,
      };
      plugins.push(recorder({ path: this.#file, header, redact }));
    }
    return {
      plugins,
      run: (run) => withHex(seededHex(seed), run),
      lacks: () => lackingWords(answering?.lacking() ?? [], this.#replayed?.source ?? ''),
    };
  }
}

/** The file that a run is recorded into; undefined when it is not. */
function recordFile(
  { record, report = [] }: Pick<RunOptions, 'record' | 'report'>,
  configured: ResolvedConfig['reports'],
): string | undefined {
  const named = report.filter((text) => text.startsWith(REPORT)).map((text) => text.slice(REPORT.length));
  const files = [
    ...(record === undefined ? [] : [record]),
    ...named,
    ...configured.flatMap(({ value }) => (value.format === 'run' ? [value.path] : [])),
  ];
  const [file, other] = files;
  if (file === undefined) return undefined;
  if (other !== undefined)
    throw new UsageError(
      `A run is recorded once, and two files are given: ${file} and ${other}. Leave out one of them.`,
    );
  if (file === '-') throw new UsageError('A run is recorded into a file, not to standard output. Give --record FILE.');
  const why = whyNotWritable(file);
  if (why !== undefined) throw new UsageError(`${JSON.stringify(file)}  ${why}`);
  return file;
}

/** What the server gets to know, and what the user says its tools take. */
function redactorOf(target: Target, values: Values): Redact {
  const ofTarget = redactorFor(target);
  const ofValues = redactor(values.secrets());
  return (text) => ofValues(ofTarget(text));
}

/** One line for each call, behind one that says how many there are. */
function lackingWords(lacking: readonly Lacking[], source: string): readonly string[] {
  if (lacking.length === 0) return [];
  const asked = lacking.reduce((sum, { times }) => sum + times, 0);
  const told = lacking.slice(0, MOST_TOLD).map(({ method, params, times, plugin, unkept }) => {
    const { name, arguments: given, ...rest } = params;
    const isCall = method === 'tools/call' && typeof name === 'string';
    const args = JSON.stringify(isCall ? (given ?? {}) : rest);
    const often = times === 1 ? '' : `, ${times} times`;
    const gone = unkept === undefined ? '' : `, not kept: ${unkept}`;
    const what = `${method}${isCall ? ` ${name}` : ''} ${shortened(args)}`;
    return printable(`  ${what} (asked by ${plugin}${often}${gone})`, { max: 500 });
  });
  const more = lacking.length - told.length;
  const calls = `${asked} ${asked === 1 ? 'call' : 'calls'} of this run`;
  return [
    `${source} has no answer to ${calls}, so what rests on ${asked === 1 ? 'it is' : 'them is'} incomplete:`,
    ...told,
    ...(more > 0 ? [`  and ${more} more.`] : []),
  ];
}

const MOST_ARGUMENTS = 120;

function shortened(text: string): string {
  return text.length > MOST_ARGUMENTS ? `${text.slice(0, MOST_ARGUMENTS - 1)}…` : text;
}
