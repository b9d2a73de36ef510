/** What a kernel and a run are given, and what a run gives back. */

import type { Baseline } from '../baseline/types.js';
import type { Plugin } from '../define.js';
import type { EffectsInput } from '../effects/config.js';
import type { Terminal } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { Logger } from '../log.js';
import type {
  Effects,
  Origin,
  Output,
  Permissions,
  PluginFault,
  Report,
  Rule,
  ShownTarget,
  Target,
  Tool,
} from '../model.js';
import type { Session } from '../session/port.js';
import type { Seen } from './look.js';
import type { ObserveContext } from './observe.js';
import type { GivenOptions } from './options.js';

export interface KernelInput {
  readonly version: string;
  /** In order; each name once. */
  readonly plugins: readonly Plugin[];
  /** Makes the sealed registry once the observation kinds are known; adds what is wrong to `problems`. */
  readonly rules: (plugins: readonly Plugin[], problems: string[]) => Promise<ReadonlyMap<string, Rule>>;
  readonly options: readonly GivenOptions[];
  readonly scoring: {
    readonly use: string;
    readonly options: JsonObject;
    readonly origin: Origin;
    /** Names of scorers whose plugins would have been loaded had one of them been chosen. */
    readonly others?: readonly string[];
  };
  readonly permissions: Permissions;
}

export interface RunInput {
  readonly target: Target;
  /** A session already on its way; see `ConnectRequest.early`. */
  readonly early?: Promise<Session> | undefined;
  /** Milliseconds for the handshake and for each call. */
  readonly timeoutMs: number;
  /** Milliseconds for the whole run. */
  readonly maxTimeMs: number;
  readonly maxRequests?: number;
  /** Hold every connection to the letter of its transport; see `Opening.strict`. */
  readonly strict?: true;
  readonly signal?: AbortSignal | undefined;
  /** Only probes with these effects run; left out: all. */
  readonly only?: readonly Effects[];
  /** Which kinds of subjects are looked at; left out: all. */
  readonly looksAt?: (kind: string) => boolean;
  /** The tools as listed, when they are known: then the server is not asked for them. */
  readonly tools?: readonly JsonObject[] | undefined;
  /** True: probes that are only run when asked for run as well. */
  readonly probes?: boolean;
  /** What the author declared for probes, and whether it fits the server's tools; problems end the run before a tool is called. */
  readonly effects?: EffectsInput | undefined;
  readonly values: { for(tool: Tool): ReadonlyMap<string, unknown>; check(tools: readonly Tool[]): readonly string[] };
  /** What was known before: the report then says what is new, and what is not there any more. */
  readonly baseline?: Baseline | undefined;
  readonly outputs: readonly Output[];
  /** See `ReportInput`. */
  readonly declaredIn?: Origin | undefined;
  readonly terminal: Terminal;
  readonly log?: Logger | undefined;
  readonly progress?: ObserveContext['progress'] | undefined;
  /** Called when observing is over, before anything is written. */
  readonly beforeReport?: (() => void) | undefined;
}

/** What an earlier run saw, to be judged now. */
export interface JudgeInput extends Pick<
  RunInput,
  'baseline' | 'declaredIn' | 'outputs' | 'terminal' | 'log' | 'beforeReport'
> {
  readonly seen: Seen;
  readonly session: Pick<Report, 'wire' | 'serverEnded'>;
  /** Plugins that failed while the run looked at the server. */
  readonly faults: readonly PluginFault[];
  readonly target: ShownTarget;
}

export interface RunResult {
  readonly report: Report;
  /** All plugin failures, those of the report and close steps included. */
  readonly faults: readonly PluginFault[];
}
