/** Reports as text for an agent: what did not pass, and what to do about it. Source: manifest specification, 4.10. */

import type { ProbeCase, ProbeReport } from '../documents/types.js';
import type { PluginFault } from '../model.js';

/** One line for each case that did not pass. */
export function caseLines({ cases }: ProbeReport): string {
  const open = cases.filter(({ passed }) => !passed);
  if (open.length > 0) return open.map(caseLine).join('\n');
  return cases.length === 1 ? 'The case passed.' : `All ${cases.length} cases passed.`;
}

/** A failed workflow has its guidance in the hint. */
export function caseLine({ id, reason, hint }: ProbeCase): string {
  return `${id}: ${reason}${hint === null ? '' : ` — ${hint}`}`;
}

/** What plugins said when they failed may be about this machine, so only their names are told. */
export function withFaults(text: string, faults: readonly PluginFault[]): string {
  if (faults.length === 0) return text;
  const names = [...new Set(faults.map(({ plugin }) => plugin))].join(', ');
  return `${text}\nA part of toolscore failed, and its results are missing: ${names}. Its operator finds more on the standard error of toolscore.`;
}
