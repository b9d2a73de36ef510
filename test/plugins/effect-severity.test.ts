/** A guess is never an error. Scorecard 3.1. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import type { Toggle } from '../../core/model.js';
import { probed, structured, taking, told } from '../effect-checks/run.js';

/** A tool that ignores its limit; `declared` makes the finding certain. */
async function ignored(declared: boolean, toggle?: Toggle): Promise<readonly string[]> {
  const tool = {
    name: 'list_notes',
    inputSchema: taking({ limit: { type: 'integer' } }),
    answer: (): JsonObject => structured({ notes: [1, 2, 3] }),
  };
  const relations = [{ tool: 'list_notes', param: 'limit', values: [1], expect: 'exact' } as const];
  const { rows } = await probed([tool], {
    effects: declared ? { relations } : {},
    toggles: toggle === undefined ? {} : { 'probe-bound-exceeded': toggle },
  });
  return rows.map(told);
}

test.each<readonly [boolean, Toggle | undefined, readonly string[]]>([
  [true, undefined, ['fail probe-bound-exceeded high error']],
  [false, undefined, ['fail probe-bound-exceeded medium warning']],
  // Somebody may ask for less, but a guess does not become certain by asking.
  [false, 'error', ['fail probe-bound-exceeded medium warning']],
  [false, 'info', ['fail probe-bound-exceeded medium info']],
  [true, 'warning', ['fail probe-bound-exceeded high warning']],
  [true, 'info', ['fail probe-bound-exceeded high info']],
  // The other rules of the observation still pass.
  [true, 'off', ['pass high']],
])('declared %s, toggle %s', async (declared, toggle, wanted) => {
  expect(await ignored(declared, toggle)).toEqual(wanted);
});
