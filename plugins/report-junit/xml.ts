/**
 * JUnit XML, which nobody owns: written so that the strictest schema in use (of the xUnit plugin of Jenkins) takes it,
 * with what GitLab shows (the text of a failure, not its message) and with nothing that only one reader knows.
 */

import { printable, type Report, xmlText } from '../../core/index.js';
import { withoutOwner, withRule } from '../scorecard-view/findings.js';
import { namedServer } from '../scorecard-view/names.js';
import type { Outcome } from './outcome.js';
import { suitesOf, type TestCase, type TestSuite } from './suites.js';

const NAME = { max: 500 };
const TEXT = { max: 1_000 };
/** Findings that one failure tells of. */
const MOST_FINDINGS = 20;

export function renderJunit(report: Report): string {
  const suites = suitesOf(report);
  const server = printable(namedServer(report.server.name), { max: 100 });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="toolscore" ${totals(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap((suite, at) =>
      // Readers group by the class; what stands before its last dot is a package.
      at === 0 ? suiteLines(suite, server, propertyLines(report)) : suiteLines(suite, `${server}.${suite.name}`, []),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases }: TestSuite, classname: string, properties: readonly string[]): readonly string[] {
  const skipped = cases.filter(({ outcome }) => outcome.kind === 'skipped').length;
  return [
    `  <testsuite name="${xmlText(name, NAME)}" ${totals(cases)} skipped="${skipped}">`,
    ...properties,
    ...cases.flatMap((one) => caseLines(one, xmlText(classname, NAME))),
    '  </testsuite>',
  ];
}

function propertyLines({ grade, score, toolscore, server }: Report): readonly string[] {
  const properties = {
    grade: grade ?? 'none',
    score: score.value === null ? 'none' : String(score.value),
    scorer: score.scorer,
    toolscore,
    version: server.version,
    protocol: server.protocolVersion,
  };
  return [
    '    <properties>',
    ...Object.entries(properties).map(
      ([name, value]) => `      <property name="${name}" value="${xmlText(value, NAME)}"/>`,
    ),
    '    </properties>',
  ];
}

/** The numbers that both a suite and all of them have. */
function totals(cases: readonly TestCase[]): string {
  const count = (kind: Outcome['kind']): number => cases.filter(({ outcome }) => outcome.kind === kind).length;
  const time = secondsOf(cases.reduce((sum, { ms }) => sum + ms, 0));
  return `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}" time="${time}"`;
}

function caseLines({ name, ms, outcome }: TestCase, classname: string): readonly string[] {
  const head = `    <testcase classname="${classname}" name="${xmlText(name, NAME)}" time="${secondsOf(ms)}"`;
  const inside = outcomeLines(outcome);
  return inside.length === 0 ? [`${head}/>`] : [`${head}>`, ...inside, '    </testcase>'];
}

/** The schema takes no exponent and no sign. */
const secondsOf = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(3);

function outcomeLines(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'passed') return [];
  if (outcome.kind === 'failed') return failureLines(outcome);
  const element = outcome.kind === 'error' ? 'error type="incomplete"' : 'skipped';
  return [`      <${element} message="${xmlText(outcome.message, TEXT)}"/>`];
}

function failureLines({ severity, findings }: Extract<Outcome, { readonly kind: 'failed' }>): readonly string[] {
  const told = findings.slice(0, MOST_FINDINGS).map(({ message, owner, rule, fix }) => ({
    what: xmlText(withRule(withoutOwner(message, owner), rule), TEXT),
    fix: xmlText(`Fix: ${fix}`, TEXT),
  }));
  const more = findings.length - told.length;
  // Once for all findings that ask for the same.
  const lines = told.flatMap(({ what, fix }, at) => (told[at + 1]?.fix === fix ? [what] : [what, fix]));
  return [
    `      <failure type="${severity}" message="${told[0]?.what ?? ''}">${lines.join('\n')}${more > 0 ? `\nand ${more} more` : ''}</failure>`,
  ];
}
