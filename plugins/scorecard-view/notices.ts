/** What a reader must know about how far the numbers reach: what did not run, was left out, or failed on our side. */

import { printable, type Report, type Severity } from '../../core/index.js';
import type { LeftOut } from './cases.js';
import { effectNotices } from './effect-notices.js';
import type { EffectRow } from './effects.js';
import { namedTool } from './names.js';
import { counted, someOf } from './numbers.js';

export interface Notice {
  readonly severity: Severity;
  /** A few sentences on one line; what is foreign in them is printable and bounded. */
  readonly text: string;
}

const MOST_NAMES = 6;
const MOST_REASONS = 5;
const NAME = { max: 60 };
const TEXT = { max: 300 };

export function noticesOf(
  report: Report,
  leftOut: readonly LeftOut[],
  effects: readonly EffectRow[],
  uncounted: readonly EffectRow[],
): readonly Notice[] {
  return [
    ...unfinishedTexts(report).map((text): Notice => ({ severity: 'error', text })),
    ...endedTexts(report).map((text): Notice => ({ severity: 'error', text })),
    ...silenceTexts(report).map((text): Notice => ({ severity: 'warning', text })),
    ...faultTexts(report).map((text): Notice => ({ severity: 'error', text })),
    ...restartNotices(report),
    ...effectNotices(report, effects, uncounted).map((text): Notice => ({ severity: 'info', text })),
    ...leftOutTexts(report, leftOut).map((text): Notice => ({ severity: 'info', text })),
    ...noiseTexts(report).map((text): Notice => ({ severity: 'warning', text })),
  ];
}

function unfinishedTexts({ unfinished }: Report): readonly string[] {
  if (unfinished === undefined) return [];
  const { reason, notRun } = unfinished;
  const names = someOf(
    notRun.map((name) => printable(name, NAME)),
    MOST_NAMES,
  );
  return [`The run did not finish: ${printable(reason, TEXT)}.${notRun.length === 0 ? '' : ` Not run: ${names}.`}`];
}

/** A server that is gone fails every call after; that is one thing to repair, not one for each tool. */
function endedTexts({ serverEnded, calls }: Report): readonly string[] {
  const last = calls.find(({ outcome }) => outcome === 'closed');
  if (serverEnded === undefined || last === undefined) return [];
  const tool = last.params['name'];
  const during = typeof tool === 'string' ? ` during a call of ${printable(namedTool(tool), NAME)}` : '';
  const words = serverEnded.stderr.trim();
  const said = words === '' ? '' : ` It wrote to standard error: ${printable(words.slice(-300), TEXT)}`;
  return [`The server ended${during}: ${printable(last.excerpt, TEXT)}. Every call after that failed.${said}`];
}

/** Probes that get no answer cannot tell anything, and a reader of the grade must know. Silence in scenarios is a finding of its own. */
function silenceTexts({ calls }: Report): readonly string[] {
  const silent = calls.filter(({ outcome, plugin }) => outcome === 'timeout' && plugin !== 'scenarios');
  const last = silent.at(-1);
  if (last === undefined) return [];
  const tool = last.params['name'];
  const on = typeof tool === 'string' ? `${last.plugin} on ${printable(namedTool(tool), NAME)}` : last.plugin;
  return [
    `${counted(silent.length, 'call')} of probes got no answer in time, the last one of ${on}; what they were to find out is not known.`,
  ];
}

function faultTexts({ faults }: Report): readonly string[] {
  return faults.map(({ plugin, step, message, cost }) => {
    const place = `Plugin "${printable(plugin, NAME)}" failed in ${printable(step, TEXT)}`;
    return `${place}: ${printable(message, TEXT)}. ${printable(cost, TEXT)}`;
  });
}

function restartNotices({ restart }: Report): readonly Notice[] {
  if (restart === undefined) return [];
  const { failure } = restart;
  return [
    failure === undefined
      ? { severity: 'warning', text: 'The server died before the probes and was started again for them.' }
      : {
          severity: 'error',
          text: `The server died before the probes and did not start again: ${printable(failure, TEXT)}. They could not tell anything.`,
        },
  ];
}

/** One text for each reason, since many tools share one. */
function leftOutTexts({ permissions }: Report, leftOut: readonly LeftOut[]): readonly string[] {
  const byReason = new Map<string, Set<string>>();
  for (const { subject, reason } of leftOut) {
    const names = byReason.get(reason) ?? new Set();
    byReason.set(reason, names.add(printable(namedTool(subject.name), NAME)));
  }
  const reasons = [...byReason];
  const more = reasons.length - MOST_REASONS;
  return [
    ...reasons
      .slice(0, MOST_REASONS)
      .map(([reason, names]) => `Left out ${someOf([...names], MOST_NAMES)}: ${printable(reason, TEXT)}.`),
    ...(more > 0 ? [`Left out for ${counted(more, 'more reason')}; the JSON report has all.`] : []),
    ...(permissions.readOnly && reasons.length > 0
      ? ['--allow-writes calls the tools that are not read-only too; use it with a server whose data may change.']
      : []),
  ];
}

function noiseTexts({ wire }: Report): readonly string[] {
  if (wire.noiseLines === 0) return [];
  const [first] = wire.noiseSamples;
  const lines = `${counted(wire.noiseLines, 'line')} to standard output that ${wire.noiseLines === 1 ? 'is' : 'are'} no protocol message`;
  return [
    `The server wrote ${lines}; logs belong on standard error.${first === undefined ? '' : ` The first: ${printable(first, { max: 120 })}`}`,
  ];
}
