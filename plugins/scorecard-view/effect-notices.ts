/** What a reader must know about probes of effects besides their results: what was not run, and what was left behind. Spec: scorecard 2.2. */

import { printable, type Report } from '../../core/index.js';
import type { EffectRow } from './effects.js';
import { namedTool } from './names.js';
import { counted, someOf } from './numbers.js';

const MOST_NAMES = 6;
const MOST_EXAMPLES = 3;
const OWN_PREFIX = /^tsp[0-9a-f]{6}-$/;
const NAME = { max: 60 };

/** `uncounted`: checks by rules that do not count. What they left behind is to be cleaned up all the same. */
export function effectNotices(
  report: Report,
  effects: readonly EffectRow[],
  uncounted: readonly EffectRow[],
): readonly string[] {
  if (report.probed && effects.length === 0 && uncounted.length === 0)
    return ['No effect probe applies to the tools of this server.'];
  return [...skippedTexts(report, effects), ...markerTexts([...effects, ...uncounted])];
}

/** One line for all that was not permitted; a run that may write has only other reasons, each with its own line. */
function skippedTexts({ permissions }: Report, effects: readonly EffectRow[]): readonly string[] {
  const skipped = effects.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return [];
  if (!permissions.allowWrites) {
    return [
      `Skipped ${counted(skipped.length, 'effect probe')} that ${skipped.length === 1 ? 'writes' : 'write'} (${toolsOf(skipped)}). --allow-writes runs ${skipped.length === 1 ? 'it' : 'them'}; what is written stays, so use a disposable server: a temporary data file, a test database or a sandbox account, never production data.`,
    ];
  }
  const told = skipped.filter(({ quiet }) => !quiet);
  const reasons = [...new Set(told.map(({ message }) => message))];
  return reasons.map((reason) => {
    const of = told.filter(({ message }) => message === reason);
    return `Skipped ${counted(of.length, 'effect probe')} (${toolsOf(of)}): ${printable(reason, { max: 300 })}.`;
  });
}

function markerTexts(effects: readonly EffectRow[]): readonly string[] {
  const prefixes = markerPrefixes(effects);
  if (prefixes.length === 0) return [];
  return [`Effect probes wrote records whose texts begin with ${beginnings(prefixes)}; search for these to clean up.`];
}

/** Many prefixes are told by what they have in common: nobody searches for forty. */
function beginnings(prefixes: readonly string[]): string {
  const alike = prefixes.every((prefix) => OWN_PREFIX.test(prefix));
  if (!alike || prefixes.length <= MOST_NAMES) return someOf(prefixes, MOST_NAMES);
  const examples = prefixes.slice(0, MOST_EXAMPLES).join(', ');
  return `"tsp" and six more characters, such as ${examples} (${prefixes.length} in all)`;
}

/** What the texts that probes wrote begin with, each once. */
export function markerPrefixes(effects: readonly EffectRow[]): readonly string[] {
  const markers = effects.flatMap((row) => row.markers);
  return [...new Set(markers.map((marker) => /^tsp[0-9a-f]+-/.exec(marker)?.[0] ?? printable(marker, NAME)))];
}

function toolsOf(rows: readonly EffectRow[]): string {
  const names = new Set(rows.map(({ tool }) => printable(namedTool(tool), NAME)));
  return someOf([...names], MOST_NAMES);
}
