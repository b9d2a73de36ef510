/** What a recorded run looks like: a text file, one JSON object a line. Schema: schemas/run.schema.json. */

import type {
  CallEntry,
  CallRecord,
  Effects,
  Observation,
  Origin,
  Permissions,
  PluginFault,
  Report,
  ServerIdentity,
  ShownTarget,
  Tool,
} from '../model.js';
import type { Era, WireCounts } from '../session/port.js';

/** The first line names it. A file that an older program could misread gets another number. */
export const RUN_FORMAT = 'toolscore.run/v1';

/** What a run was, for who judges it again: what it shows, and what makes it fail. */
export const RUN_COMMANDS = ['test', 'lint'] as const;
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** All in bytes of UTF-8. Far above an honest run; what a server sends must not fill a disk. */
export const RUN_LIMITS = {
  /** The answer to one call, and its arguments; also the data of one observation and one definition. */
  part: 256 * 1024,
  /** All answers together. */
  answers: 32 * 1024 * 1024,
  /** The file. */
  file: 128 * 1024 * 1024,
  /** Levels of lists and objects in one part. */
  depth: 100,
} as const;

/** What was too large to keep, in bytes, or how it could not be kept. */
export interface Cut {
  /** Which members are missing or stand for less. */
  readonly parts: readonly string[];
  readonly why: string;
}

/** The first line. */
export interface HeaderLine {
  readonly type: 'run';
  readonly format: typeof RUN_FORMAT;
  /** Version of the program that wrote it. */
  readonly toolscore: string;
  readonly command: RunCommand;
  /** When it began, ISO 8601. */
  readonly recorded: string;
  /** What the made-up texts of its probes come from. */
  readonly seed: string;
  readonly target: ShownTarget;
  readonly permissions: Permissions;
}

/** A connection with the server, in the order they were opened. */
export interface SessionLine {
  readonly type: 'session';
  readonly number: number;
  readonly era: Era;
  readonly version: string;
  readonly capabilities?: unknown;
  readonly serverInfo?: unknown;
  readonly instructions?: unknown;
}

/** A call with its whole answer, in the order they ended. */
export interface CallLine extends Omit<CallRecord, 'ok'> {
  readonly type: 'call';
  readonly status?: number;
  readonly challenge?: string;
  readonly idType?: 'string';
  /** What the wire of all sessions saw until then, where that changed. */
  readonly wire?: WireCounts;
  /** Of an answer that is not whole: what the report shows of it. */
  readonly excerpt?: string;
  /** Of arguments that are not whole: which they were. */
  readonly paramsHash?: string;
  readonly cut?: Cut;
}

export interface ServerLine {
  readonly type: 'server';
  readonly server: ServerIdentity;
}

export interface ToolLine {
  readonly type: 'tool';
  readonly tool: Tool;
  readonly cut?: Cut;
}

export interface ObservationLine extends Observation {
  readonly type: 'observation';
  readonly cut?: Cut;
}

export interface FaultLine extends PluginFault {
  readonly type: 'fault';
}

/** The last line; a file without it was cut off. */
export interface EndLine {
  readonly type: 'end';
  readonly subjects: Readonly<Record<string, number>>;
  /** The kinds of observations that rules of this run could read. */
  readonly kinds: readonly string[];
  /** The kinds that its probes looked for, each with what its probe may do. */
  readonly sought?: Readonly<Record<string, Effects>>;
  readonly probed: boolean;
  readonly wire: WireCounts;
  readonly serverEnded?: { readonly stderr: string };
  readonly restart?: { readonly failure?: string };
  readonly unfinished?: { readonly reason: string; readonly notRun: readonly string[] };
  /** Where the server is declared, from the folder the run was started in; left out for a place outside of it. */
  readonly declaredIn?: Origin;
  /** Lines that did not fit into the file. */
  readonly dropped: number;
}

export type RunLine =
  | HeaderLine
  | SessionLine
  | CallLine
  | ServerLine
  | ToolLine
  | ObservationLine
  | FaultLine
  | EndLine;

/** A recorded run, read and checked. */
export interface RecordedRun {
  /** The file, as it was named. */
  readonly source: string;
  readonly header: HeaderLine;
  readonly sessions: readonly SessionLine[];
  /** In the order they ended. */
  readonly calls: readonly CallLine[];
  /** The same as a report keeps them, in the order they were asked. */
  readonly entries: readonly CallEntry[];
  /** What the run came to; undefined when the file ends before the run did. Then it can be replayed as far as it goes, and not be judged. */
  readonly outcome: RecordedOutcome | undefined;
}

/** What rules judge, and what a report tells besides. */
export interface RecordedOutcome {
  readonly server: ServerIdentity;
  readonly tools: readonly Tool[];
  readonly observations: readonly Observation[];
  /** In which line of the file each of them stands. */
  readonly observationLines: readonly number[];
  /** Failures of plugins while the run looked at the server. */
  readonly faults: readonly PluginFault[];
  readonly subjects: ReadonlyMap<string, number>;
  readonly kinds: ReadonlySet<string>;
  readonly sought: Report['sought'];
  readonly probed: boolean;
  readonly wire: WireCounts;
  readonly serverEnded: Report['serverEnded'];
  readonly restart: Report['restart'];
  readonly unfinished: Report['unfinished'];
  readonly declaredIn: Origin | undefined;
  /** What is not in it because it was too large, one sentence each. */
  readonly gaps: readonly string[];
}
