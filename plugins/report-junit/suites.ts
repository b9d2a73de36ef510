/** What a scorecard checked, as test cases: one suite for each tool, and one for the server. */

import {
  groupBy,
  type Observation,
  ownerOf,
  printable,
  type Report,
  type SubjectRef,
  type Verdict,
} from '../../core/index.js';
import { namedServer, namedTool } from '../scorecard-view/names.js';
import { type Outcome, outcomeOf } from './outcome.js';

/** UTF-16 units. */
const NAME = { max: 200 };

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Suite and name together are unique: some readers take cases that share both for one. */
export interface TestCase {
  readonly name: string;
  readonly ms: number;
  readonly outcome: Outcome;
}

/** The server first, then the tools as they are listed. */
export function suitesOf(report: Report): readonly TestSuite[] {
  const bySubject = groupBy(report.verdicts, ({ subject }) => keyOf(subject));
  const groups = [...bySubject.values()].flatMap((verdicts) => {
    const [first] = verdicts;
    return first === undefined ? [] : [{ subject: first.subject, verdicts }];
  });
  const server = { subject: { kind: 'server', name: report.server.name }, verdicts: [] };
  const named = groups.some(({ subject }) => isServer(subject)) ? groups : [server, ...groups];
  const unique = uniqueNames();
  return named
    .toSorted((a, b) => placeOf(a.subject) - placeOf(b.subject))
    .map(({ subject, verdicts }) => ({
      name: unique(isServer(subject) ? namedServer(report.server.name) : namedTool(ownerOf(subject))),
      cases: [...(isServer(subject) ? runCases(report) : []), ...casesOf(report, verdicts)],
    }));
}

const keyOf = ({ kind, name, index }: SubjectRef): string => JSON.stringify([kind, name, index ?? null]);
const isServer = (subject: SubjectRef): boolean => ownerOf(subject) === '<server>';
const placeOf = (subject: SubjectRef): number => (isServer(subject) ? -2 : (subject.index ?? -1));

/** The run itself, and the plugins that failed in it: what they did not look at, nobody did. */
function runCases({ unfinished, faults }: Report): readonly TestCase[] {
  const finished: Outcome =
    unfinished === undefined
      ? { kind: 'passed' }
      : { kind: 'error', message: `it did not finish: ${unfinished.reason}` };
  return [
    { name: 'the run', ms: 0, outcome: finished },
    ...faults.map(({ plugin, step, message, cost }): TestCase => {
      const outcome: Outcome = { kind: 'error', message: `${message}. ${cost}` };
      return { name: `plugin ${plugin} in ${step}`, ms: 0, outcome };
    }),
  ];
}

/** Each scenario is a case, whatever rules look at it; of all else, each rule is one. */
function casesOf(report: Report, verdicts: readonly Verdict[]): readonly TestCase[] {
  const scenarios: Verdict[] = [];
  const others: Verdict[] = [];
  for (const verdict of verdicts) (isScenario(report, verdict) ? scenarios : others).push(verdict);
  const unique = uniqueNames();
  const testCase = (name: string, of: readonly Verdict[], ms: number): TestCase => ({
    name: unique(name),
    ms,
    outcome: outcomeOf(report, of),
  });
  return [
    ...[...groupBy(scenarios, ({ observation }) => observation)].map(([number, of]) => {
      const observation = report.observations[number];
      return testCase(scenarioName(report, of, observation), of, durationOf(observation));
    }),
    ...[...groupBy(others, ({ rule }) => rule)].map(([id, of]) => {
      const title = report.rules.get(id)?.title;
      return testCase(title === undefined ? id : `${id}: ${title}`, of, callTime(report, of));
    }),
  ];
}

function isScenario({ rules }: Report, { rule }: Verdict): boolean {
  const family = rules.get(rule)?.family;
  return family === 'happy' || family === 'edge';
}

function scenarioName({ rules }: Report, [first]: readonly Verdict[], observation: Observation | undefined): string {
  const family = rules.get(first?.rule ?? '')?.family ?? 'scenario';
  const description = observation?.data?.['description'];
  return typeof description === 'string' ? `${family}: ${description}` : `${family} cases`;
}

function durationOf(observation: Observation | undefined): number {
  const ms = observation?.data?.['durationMs'];
  return typeof ms === 'number' ? ms : 0;
}

/** Milliseconds that the calls took which these verdicts rest on. */
function callTime({ calls }: Report, verdicts: readonly Verdict[]): number {
  const evidence = new Set(verdicts.flatMap((verdict) => verdict.evidence));
  return evidence.size === 0 ? 0 : calls.reduce((sum, { id, ms }) => (evidence.has(id) ? sum + ms : sum), 0);
}

/** Names as they are shown; the second of two equal ones gets a number. */
function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const shown = printable(name, NAME);
    let free = shown;
    for (let number = 2; taken.has(free); number += 1) free = `${shown} (${number})`;
    taken.add(free);
    return free;
  };
}
