/** What recording and replaying plugins are given, and what they give back. */

import type { Plugin } from '../define.js';
import type { HeaderLine, RecordedRun } from './run-file.js';

/** Takes out of a text what must not be written down. */
export type Redact = (text: string) => string;

export interface RecorderInput {
  /** The file; what is there is replaced. */
  readonly path: string;
  readonly header: HeaderLine;
  readonly redact: Redact;
}

export interface ReplayInput {
  readonly run: RecordedRun;
  /** As of the recorded run, so that a call with a secret is found again. */
  readonly redact: Redact;
}

/** A call that the record has no answer to. */
export interface Lacking {
  readonly method: string;
  readonly plugin: string;
  /** With secrets taken out. */
  readonly params: Readonly<Record<string, unknown>>;
  /** How often it was asked. */
  readonly times: number;
  /** Why the record did not keep the answer it had; undefined when it had none. */
  readonly unkept: string | undefined;
}

export interface Replay {
  /** Connects to the record instead of a server. */
  readonly plugin: Plugin;
  /** In the order they were asked; complete when the run is over. */
  readonly lacking: () => readonly Lacking[];
}

/** How runs are recorded and replayed; see `Shipped.recording`. */
export interface Recording {
  readonly recorder: (input: RecorderInput) => Plugin;
  readonly replay: (input: ReplayInput) => Replay;
}
