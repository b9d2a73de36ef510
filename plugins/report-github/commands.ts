/** Findings as workflow commands, which GitHub shows as annotations of a run and, by their file, in a pull request. */

import { groupBy, printable, type Report } from '../../core/index.js';
import type { Places } from '../finding-place/places.js';
import { shownViewOf } from '../scorecard-view/baseline.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { counted as numbered } from '../scorecard-view/numbers.js';

const LEVELS = ['error', 'warning', 'notice'] as const;
type Level = (typeof LEVELS)[number];

/** GitHub shows no more annotations of one level in one step. */
const MOST_OF_A_LEVEL = 10;
const TITLE = { max: 200 };
const TEXT = { max: 1_000 };

interface Annotation {
  readonly level: Level;
  /** What is told. */
  readonly finding: Finding;
  /** How many more findings of the same rule on the same subject there are. */
  readonly more: number;
}

/** One line for each annotation, the strongest first; what a baseline knows is left out. Empty when there is none. */
export function renderCommands(report: Report, places: Places): string {
  const all = annotationsOf(report);
  const leftOut: string[] = [];
  const lines = LEVELS.flatMap((level) => {
    const ofLevel = all.filter((one) => one.level === level);
    const more = ofLevel.length - MOST_OF_A_LEVEL;
    if (more > 0) leftOut.push(numbered(more, `more ${level}`));
    return ofLevel.slice(0, MOST_OF_A_LEVEL).map((one) => commandOf(one, places));
  });
  if (leftOut.length > 0)
    lines.push(`Not annotated, because GitHub shows ${MOST_OF_A_LEVEL} of a level: ${leftOut.join(', ')}.`);
  return lines.map((line) => `${line}\n`).join('');
}

/** In the order of "what to fix first", then what is mere information or does not count. */
function annotationsOf(report: Report): readonly Annotation[] {
  const { fixes, notes, uncounted } = shownViewOf(report);
  const findings: readonly Finding[] = [...fixes, ...notes, ...uncounted.causes.map(({ lead }) => lead)];
  const groups = groupBy(findings, ({ rule, subject }) =>
    JSON.stringify([rule, subject.kind, subject.name, subject.index]),
  );
  return [...groups.values()].flatMap((group) => {
    const [finding] = group;
    return finding === undefined ? [] : [{ level: levelOf(finding), finding, more: group.length - 1 }];
  });
}

/** What does not count is a notice, however severe: an annotation that says error is read as a reason to fail. */
function levelOf({ counted, severity }: Finding): Level {
  return counted && severity !== 'info' ? severity : 'notice';
}

function commandOf({ level, finding, more }: Annotation, places: Places): string {
  const { owner, rule, subject, message, fix, counted } = finding;
  const place = places.of(subject);
  const properties = {
    title: printable(`${owner}: ${rule}`, TITLE),
    file: printable(places.path(place), TEXT),
    ...(place.line !== undefined && { line: String(place.line) }),
  };
  const text = [
    printable(`${counted ? '' : 'Not counted: '}${withoutOwner(message, owner)}`, TEXT),
    ...(more > 0 ? [`And ${more} more of this rule on it.`] : []),
    printable(`Fix: ${fix}`, TEXT),
  ].join('\n');
  const named = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${level} ${named.join(',')}::${data(text)}`;
}

/** Source: the toolkit of GitHub Actions, `command.ts`. A percent sign first, since the others bring one. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
