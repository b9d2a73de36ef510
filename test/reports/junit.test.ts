import { describe, expect, test } from 'vitest';
import type { Report } from '../../core/index.js';
import { renderJunit } from '../../plugins/report-junit/xml.js';
import { ReportBuilder } from './build-report.js';
import { HOSTILE } from './hostile-texts.js';
import { acting, xmlTags } from './oracle.js';
import { capped, hostile, readOnly, sample, sampleBuilder, unfinished } from './samples.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * What the schema of the xUnit plugin of Jenkins (`junit-10.xsd`) lets stand in each element, the first ones being
 * required. No other reader that we know of wants more, and this one refuses a file with anything else.
 */
const ALLOWED: Readonly<Record<string, { readonly within: string; readonly needs: string; readonly may: string }>> = {
  testsuites: { within: '', needs: '', may: 'name time tests failures errors' },
  testsuite: { within: 'testsuites', needs: 'name tests failures errors', may: 'time skipped' },
  properties: { within: 'testsuite', needs: '', may: '' },
  property: { within: 'properties', needs: 'name value', may: '' },
  testcase: { within: 'testsuite', needs: 'name', may: 'time classname' },
  failure: { within: 'testcase', needs: '', may: 'type message' },
  error: { within: 'testcase', needs: '', may: 'type message' },
  skipped: { within: 'testcase', needs: '', may: 'type message' },
};
const TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/;

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
}

/** The tree of a file that `xmlTags` takes. */
function parsed(xml: string): Element {
  expect(xml.startsWith(DECLARATION)).toBe(true);
  const body = xml.slice(DECLARATION.length);
  xmlTags(body);
  const root: Element = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  for (const [, closing, name = '', attributes = '', empty] of body.matchAll(/<(\/?)([\w-]+)([^>]*?)(\/?)>/g)) {
    if (closing === '/') open.pop();
    else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => [key, value] as const,
      );
      const element: Element = { name, attributes: new Map(pairs), children: [] };
      open.at(-1)?.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  return root.children[0]!;
}

/** Everything in the file that a strict reader would refuse, and every number that is wrong. */
function problems(element: Element, within = ''): readonly string[] {
  const { name, attributes, children } = element;
  const { needs = '', may = '', ...allowed } = ALLOWED[name] ?? { within: 'nowhere' };
  const known = [...words(needs), ...words(may)];
  const time = attributes.get('time');
  return [
    ...(allowed.within === within ? [] : [`<${name}> in <${within}>`]),
    ...words(needs)
      .filter((one) => !attributes.has(one))
      .map((one) => `<${name}> lacks ${one}`),
    ...[...attributes.keys()].filter((one) => !known.includes(one)).map((one) => `<${name} ${one}>`),
    ...(time === undefined || TIME.test(time) ? [] : [`time ${time}`]),
    ...children.flatMap((child) => problems(child, name)),
    ...(name.startsWith('testsuite') ? wrongTotals(element) : []),
  ];
}

const casesIn = ({ name, children }: Element): readonly Element[] =>
  name === 'testsuites' ? children.flatMap(casesIn) : children.filter((child) => child.name === 'testcase');

function wrongTotals(element: Element): readonly string[] {
  const cases = casesIn(element);
  const having = (kind: string): number =>
    cases.filter(({ children }) => children.some(({ name }) => name === kind)).length;
  const counted = {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
  return Object.entries(counted)
    .filter(([name, count]) => (element.attributes.get(name) ?? String(count)) !== String(count))
    .map(([name, count]) => `${name}="${element.attributes.get(name)}" and there are ${count}`);
}

function valid(report: Report, xml = renderJunit(report)): Element {
  const root = parsed(xml);
  expect(problems(root)).toEqual([]);
  const keys = casesIn(root).map(({ attributes }) => `${attributes.get('classname')} ${attributes.get('name')}`);
  expect(new Set(keys).size).toBe(keys.length);
  return root;
}

/** `suite > name: what became of it`, of every case. */
function results(report: Report): readonly string[] {
  return valid(report).children.flatMap((suite) =>
    casesIn(suite).map(({ attributes, children }) => {
      const [child] = children;
      const became = child === undefined ? 'passed' : `${child.name} ${child.attributes.get('message')}`;
      return `${suite.attributes.get('name')} > ${attributes.get('name')}: ${became}`;
    }),
  );
}

describe('a scorecard as JUnit', () => {
  test('is this text', () => {
    const report = new ReportBuilder()
      .tool('echo')
      .scenario('happy', 'echo', { ms: 1_234.5, description: 'valid arguments, variation 1' })
      .scenario('edge', 'echo', {
        outcome: 'timeout',
        detail: 'no answer in 5 s',
        description: 'without the required "a"',
      })
      .finding('property-untyped', 'echo', { message: 'The property "a" declares no type.' })
      .finding('property-untyped', 'echo', { message: 'The property "b" declares no type.' })
      .effect('probe-silent-noop', 'echo', 'inconclusive', { reason: 'no reader answered' })
      .build();
    expect(renderJunit(report)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="toolscore" tests="5" failures="2" errors="0" time="1.236">
        <testsuite name="notes-server" tests="1" failures="0" errors="0" time="0.000" skipped="0">
          <properties>
            <property name="grade" value="C"/>
            <property name="score" value="0.7"/>
            <property name="scorer" value="scorecard"/>
            <property name="toolscore" value="0.1.0"/>
            <property name="version" value="1.1.0"/>
            <property name="protocol" value="2026-07-28"/>
          </properties>
          <testcase classname="notes-server" name="the run" time="0.000"/>
        </testsuite>
        <testsuite name="echo" tests="4" failures="2" errors="0" time="1.236" skipped="1">
          <testcase classname="notes-server.echo" name="happy: valid arguments, variation 1" time="1.234"/>
          <testcase classname="notes-server.echo" name="edge: without the required &quot;a&quot;" time="0.001">
            <failure type="error" message="crashes on bad input: no answer in 5 s (scenario-edge)">crashes on bad input: no answer in 5 s (scenario-edge)
      Fix: Validate arguments before using them and answer with an error.</failure>
          </testcase>
          <testcase classname="notes-server.echo" name="property-untyped: Fine" time="0.000">
            <failure type="error" message="The property &quot;a&quot; declares no type. (property-untyped)">The property &quot;a&quot; declares no type. (property-untyped)
      The property &quot;b&quot; declares no type. (property-untyped)
      Fix: Give the property a type.</failure>
          </testcase>
          <testcase classname="notes-server.echo" name="probe-silent-noop: Fine" time="0.001">
            <skipped message="no reader answered"/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test('has every case of a run, each with what it came to', () => {
    expect(results(sample())).toMatchInlineSnapshot(`
      [
        "notes-server > the run: passed",
        "create_note > happy: happy case 1: passed",
        "create_note > happy: happy case 2: passed",
        "create_note > happy: happy case 3: passed",
        "create_note > edge: edge case 1: passed",
        "create_note > edge: edge case 2: passed",
        "create_note > edge: edge case 3: passed",
        "create_note > description-short: Fine: passed",
        "list_notes > happy: happy case 1: passed",
        "list_notes > happy: happy case 2: passed",
        "list_notes > happy: happy case 3: passed",
        "list_notes > edge: edge case 1: passed",
        "list_notes > edge: edge case 2: passed",
        "list_notes > required-undeclared: Fine: failure has properties and no required list. (required-undeclared)",
        "search_notes > happy: happy case 1: passed",
        "search_notes > happy: happy case 2: passed",
        "search_notes > happy: happy case 3: passed",
        "search_notes > edge: edge case 1: passed",
        "search_notes > edge: edge case 2: passed",
        "search_notes > edge: edge case 3: passed",
        "search_notes > description-short: Fine: failure has a description of 7 characters. (description-short)",
        "delete_note > happy: happy case 1: passed",
        "delete_note > happy: happy case 2: passed",
        "delete_note > happy: happy case 3: passed",
        "delete_note > edge: edge case 1: passed",
        "delete_note > edge: edge case 2: passed",
        "delete_note > edge: edge case 3: passed",
        "delete_note > property-untyped: Fine: failure declares note_id without a type. (property-untyped)",
        "export_notes > happy: happy case 1: failure fails on valid input: no storage backend configured (scenario-happy)",
        "export_notes > happy: happy case 2: failure fails on valid input: no storage backend configured (scenario-happy)",
        "export_notes > happy: happy case 3: failure fails on valid input: no storage backend configured (scenario-happy)",
        "export_notes > edge: edge case 1: passed",
        "export_notes > edge: edge case 2: passed",
        "export_notes > edge: edge case 3: passed",
      ]
    `);
  });

  test('adds up, and is what the strictest reader takes', () => {
    const reports = [sample(), capped(), readOnly(), unfinished(), new ReportBuilder().build()];
    expect(reports.map((report) => casesIn(valid(report)).length)).toEqual([34, 14, 5, 3, 1]);
  });

  test('shows what was left out as skipped, with the reason', () => {
    expect(results(readOnly()).filter((line) => line.includes('skipped'))).toEqual([
      'create_note > happy cases: skipped not read-only, and this run is read-only',
      'create_note > edge cases: skipped not read-only, and this run is read-only',
      'reset_all > happy cases: skipped not read-only, and this run is read-only',
    ]);
  });

  test('shows a run that did not finish, and plugins that failed, as errors', () => {
    expect(results(unfinished()).filter((line) => line.includes(': error'))).toEqual([
      'notes-server > the run: error it did not finish: the run took longer than 600 seconds',
      'notes-server > plugin our-login in observe.tool slow: error connection closed before the login answer. Rules that need its observations are inconclusive.',
    ]);
  });

  test('fails for nothing that does not count, that is information, or that a baseline knows; and does not pass it', () => {
    const report = new ReportBuilder()
      .tool('echo')
      .effect('probe-only-shown', 'echo', 'fail', { message: 'answers errors without isError' })
      .finding('house-owner', 'echo', { message: 'has no owner' })
      .finding('text-conceal', 'echo', { message: 'hides things' })
      .build();
    const known = report.verdicts.filter(({ rule }) => rule === 'text-conceal');
    const states = new Map(
      report.verdicts.map((one) => [one, known.includes(one) ? ('known' as const) : ('new' as const)]),
    );
    const baseline = { source: 'before.json', otherServer: undefined, states, fixed: [], notLookedAt: [] };
    expect(results({ ...report, baseline }).slice(1)).toEqual([
      'echo > probe-only-shown: Fine: skipped it does not count: answers errors without isError',
      'echo > house-owner: Fine: skipped information: has no owner',
      'echo > text-conceal: Fine: skipped the baseline before.json knows it: hides things',
    ]);
    expect(results(report).at(-1)).toBe('echo > text-conceal: Fine: failure hides things (text-conceal)');
  });

  test('keeps two tools of one name apart, and names what has none', () => {
    const report = new ReportBuilder()
      .tool('twin')
      .finding('description-short', 'twin', { message: 'a' })
      .tool('twin')
      .finding('description-short', 'twin', { message: 'b' })
      .tool(' ')
      .finding('description-short', ' ', { message: 'c' })
      .build();
    const suites = valid(report).children.map(({ attributes }) => attributes.get('name'));
    expect(suites).toEqual(['notes-server', 'twin', 'twin (2)', '(unnamed tool)']);
  });

  test('tells of no more findings of one rule than anybody reads', () => {
    const builder = sampleBuilder();
    for (let at = 0; at < 60; at += 1) builder.finding('property-untyped', 'list_notes', { message: `property ${at}` });
    expect(renderJunit(builder.build())).toContain(
      'property 19 (property-untyped)\nFix: Give the property a type.\nand 40 more<',
    );
  });
});

test.each(HOSTILE.map((text): readonly [string, string] => [JSON.stringify(text.slice(0, 40)), text]))(
  '%s stays text',
  (_, text) => {
    const report = hostile(text);
    const xml = renderJunit(report);
    expect(acting(xml)).toEqual([]);
    valid(report, xml);
    expect(xml.length).toBeLessThan(60_000);
  },
);
