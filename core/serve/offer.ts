/** What one `toolscore serve` offers; fixed for as long as it runs. */

import type { ManifestEvaluation } from '../api/run-manifest.js';
import type { Kinds } from '../manifest/declaration.js';
import type { Rule } from '../model.js';

export interface Offer {
  readonly version: string;
  /** The operator lets agents start processes. */
  readonly allowSpawn: boolean;
  /** Folder of toolscore's own files: journal, findings, salt. */
  readonly home: string;
  /** All kinds of probes, by name. */
  readonly kinds: Kinds;
  /** Everything that a case or the readiness battery can be judged by. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** What every evaluation is judged with. */
  readonly setting: Pick<ManifestEvaluation, 'config' | 'shipped' | 'outside'>;
  /** Takes a line for the operator: what an agent must not see, such as where files lie. */
  readonly say: (line: string) => void;
}
