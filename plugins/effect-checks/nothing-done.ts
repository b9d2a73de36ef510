import { type JsonObject, nameWords, skipReport, statementsOf } from '../../core/index.js';

const DEEDS: ReadonlySet<string> = new Set(
  'linked added created inserted connected related stored updated count affected'.split(' '),
);

/** True when an answer without an error says that nothing came of the call. */
export function saysNothingDone(result: JsonObject): boolean {
  if (skipReport(result, undefined) !== undefined) return true;
  return statementsOf(result).members.some(
    ({ name, value }) => (value === false || value === 0) && nameWords(name).some((word) => DEEDS.has(word)),
  );
}
