import type { Waiting } from '../../core/index.js';
import type { Guards } from '../effect-checks/guards.js';
import type { Journal } from '../effect-checks/journal.js';
import type { Confirmed } from './read-back.js';
import type { Stored, Writer } from '../effect-checks/writer.js';

/** Where a round trip stands when its first record shows. */
export interface Shown {
  readonly writer: Writer;
  readonly first: Stored;
  /** Never empty. */
  readonly confirmed: readonly Confirmed[];
  /** False: somebody or the schema fixed the key, so every record has the same. */
  readonly canHaveOtherKey: boolean;
  readonly guards: Guards;
  readonly waiting: Waiting;
  readonly journal: Journal;
}
