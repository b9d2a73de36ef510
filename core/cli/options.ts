/** Options as commander collects them, turned into what a run needs. Only shapes are checked here; what they mean is checked by its owner. */

import { UsageError } from '../errors.js';
import type { ResolvedConfig } from '../config/types.js';
import type { JsonObject } from '../json.js';
import type { Output, Permissions } from '../model.js';
import { Problems } from '../problems.js';
import type { OAuthFlags } from './oauth-flags.js';
import { type FailUnder, parseFailUnder } from './gates.js';
import { outputsOf } from './outputs.js';
import type { ReportFlags } from './report-flag.js';

/** What commander hands over for `mcp test`, `mcp lint` and `mcp list`; plugin flags come besides. */
export interface RunOptions extends OAuthFlags, ReportFlags {
  readonly config?: readonly string[];
  readonly configFile?: readonly string[];
  readonly server?: string;
  readonly all?: boolean;
  readonly jobs?: string;
  readonly url?: string;
  readonly protocol?: string;
  /** Each `Name: value`. */
  readonly header?: readonly string[];
  /** Each `NAME=VARIABLE`. */
  readonly headerEnv?: readonly string[];
  readonly plugin?: readonly string[];
  readonly rule?: readonly string[];
  readonly preset?: string;
  readonly scorer?: string;
  readonly arg?: readonly string[];
  readonly argsFile?: readonly string[];
  readonly timeout?: string;
  readonly maxTime?: string;
  readonly readOnly?: boolean;
  readonly allowWrites?: boolean;
  readonly probes?: boolean;
  readonly probeConfig?: string;
  readonly badge?: string;
  readonly repro?: string;
  readonly failUnder?: string;
  readonly baseline?: string;
  readonly strictBaseline?: boolean;
  /** The file that the run is recorded into. */
  readonly record?: string;
  /** The recorded run that answers instead of a server. */
  readonly replay?: string;
  readonly watch?: boolean;
  /** Files and folders. */
  readonly watchPath?: readonly string[];
  readonly ci?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** Options as commander keeps them: its own, and those of plugins under names only they know. */
export type Given = RunOptions & JsonObject;

export interface RunSettings {
  readonly timeoutMs: number;
  readonly maxTimeMs: number;
  readonly failUnder: FailUnder | undefined;
  readonly ci: boolean;
  /** Entries of the baseline that do not occur any more fail the run. */
  readonly strictBaseline: boolean;
  readonly outputs: readonly Output[];
}

/** Longest time a flag may ask for, in seconds: a day, and what a timer can hold. */
const LONGEST_S = 86_400;

/** Seconds as text to milliseconds. Throws UsageError when they are none. */
export function secondsOf(flag: string, text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= LONGEST_S) return Math.ceil(seconds * 1000);
  throw new UsageError(`${flag} takes a number of seconds above 0 and at most ${LONGEST_S}, found "${text}".`);
}

/**
 * The settings of a run from its options, config values already filled in. `format`: what the console shows; `formats`:
 * the report formats there are.
 * @throws UsageError with everything that is wrong
 */
export function settingsOf(
  options: RunOptions,
  format: string,
  formats: readonly string[],
  configured: ResolvedConfig['reports'] = [],
): RunSettings {
  const problems = new Problems();
  const timeoutMs = problems.attempt(() => secondsOf('--timeout', options.timeout ?? '30'));
  const maxTimeMs = problems.attempt(() => secondsOf('--max-time', options.maxTime ?? '600'));
  const failUnder = problems.attempt(() =>
    options.failUnder === undefined ? undefined : parseFailUnder(options.failUnder),
  );
  const outputs = problems.attempt(() => outputsOf(options, format, formats, configured));
  problems.throwAny();
  const { ci = false, strictBaseline = false } = options;
  return { timeoutMs, maxTimeMs, failUnder, ci, strictBaseline, outputs } as RunSettings;
}

/** What the run may do, from its flags alone: a config or a pack can only restrict. */
export function permissionsOf(
  options: RunOptions,
  mayWrite: readonly string[],
  restrict: string | undefined,
): Permissions {
  const { readOnly, allowWrites } = options;
  if (readOnly === true && allowWrites === true)
    throw new UsageError('--read-only and --allow-writes exclude each other: give one of them.');
  if (allowWrites === true) return { readOnly: false, allowWrites: true, mayWrite, because: '--allow-writes' };
  if (readOnly === true) return { readOnly: true, allowWrites: false, mayWrite: [], because: '--read-only' };
  if (restrict !== undefined) return { readOnly: true, allowWrites: false, mayWrite: [], because: restrict };
  return { readOnly: false, allowWrites: false, mayWrite };
}
