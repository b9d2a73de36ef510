/** Which calls were aimed at something that does not exist. */

import { type JsonObject, type Ledger, withoutMarkers } from '../../core/index.js';

/** Numbers that only `inventedLike` uses. */
const FAR = 1_900_000_000;
const INVENTED_UUID = /^([0-9a-f]{6})00-0000-4000-8000-\1\1$/;
const MARKER = /tsp[0-9a-f]{6}-/i;
const MOST_PARTS = 500;

/** Whether some argument names a record of our own. */
export function aimsAtOwn(sent: JsonObject, ledger: Ledger): boolean {
  return leavesOf(sent).some((part) => ledger.owns(part));
}

/** Whether some argument is an invented name of a record, and none is one of our own. */
export function aimsAtNothing(sent: JsonObject, ledger: Ledger): boolean {
  const invented = leavesOf(sent).filter(isInvented);
  return invented.length > 0 && !invented.some((part) => ledger.owns(part));
}

/** Texts and numbers at any depth. */
function leavesOf(sent: JsonObject): readonly unknown[] {
  const leaves: unknown[] = [];
  const open: unknown[] = [sent];
  for (let left = MOST_PARTS; open.length > 0 && left > 0; left -= 1) {
    const part = open.pop();
    if (typeof part === 'object' && part !== null) open.push(...(Object.values(part) as unknown[]));
    else leaves.push(part);
  }
  return leaves;
}

function isInvented(value: unknown): boolean {
  if (typeof value === 'number') return value >= FAR;
  if (typeof value !== 'string' || value.length > 300) return false;
  return MARKER.test(value) || INVENTED_UUID.test(value) || Number(/\d+$/.exec(value)?.[0] ?? 0) >= FAR;
}

/** The text without the names that were made up for this run, so that every run says the same. */
export function withoutInvented(text: string): string {
  return withoutMarkers(text)
    .replaceAll(/\b[0-9a-f]{8}-0000-4000-8000-[0-9a-f]{12}\b/g, '…')
    .replaceAll(/(?<!\d)(?:19|20)\d{8}(?!\d)/g, '…');
}
