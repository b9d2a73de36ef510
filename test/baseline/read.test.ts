import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBaseline, readBaseline } from '../../core/baseline/read.js';
import { jsonText } from '../../core/index.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { catchProblems } from '../kernel/catch-problems.js';
import { project } from '../load/folder.js';
import { sample } from '../reports/samples.js';

const REQUEST = { source: 'base.json', version: '0.1.0' };

const problemsOf = (text: string): Promise<readonly string[]> =>
  catchProblems(async () => parseBaseline(text, REQUEST));

const FINDING = {
  id: '3f02818a368df4c0',
  rule: 'payments/refund-key-missing',
  tool: '<server>',
  severity: 'error',
  confidence: 'high',
  counted: true,
  message: 'm',
};
const REPORT = {
  toolscore: '0.1.0',
  server: { name: 's', version: '' },
  grade: null,
  score: 0.5,
  tools: [{ name: 't' }],
  findings: [FINDING],
};

test('the JSON report of a run is read back, and names the same findings', async () => {
  const report = sample();
  const folder = await project({ 'base.json': jsonText(documentOf(report)) });
  const read = readBaseline(join(folder, 'base.json'), { source: 'base.json', version: report.toolscore });
  expect(read).toMatchObject({ source: 'base.json', grade: 'B', server: { name: 'notes-server' } });
  expect(read.tools).toHaveLength(5);
  expect(read.findings.map(({ id }) => id)).toEqual(
    (JSON.parse(await readFile(join(folder, 'base.json'), 'utf8')) as typeof REPORT).findings.map(({ id }) => id),
  );
});

test('what is there is all that is needed, behind a byte-order mark too', () => {
  const { toolscore: _, ...rest } = REPORT;
  const reach = { mode: '', scenarios: false, probes: false, finished: true };
  const expected = { ...rest, source: 'base.json', tools: ['t'], reach };
  expect(parseBaseline(`\uFEFF${JSON.stringify(REPORT)}`, REQUEST)).toEqual(expected);
});

describe('one clear message for', () => {
  test.each([
    ['{', /^base\.json {2}is no JSON: /],
    ['[]', /^base\.json {2}is no report of toolscore\. Write it with .* --report json=base\.json$/],
    ['"x"', /^base\.json {2}is no report of toolscore\./],
    ['{"servers":[]}', /is a report of many servers, and it is not said which of them is meant: --server NAME\./],
    ['{"version":"2.1.0","runs":[]}', /is a SARIF file, and a baseline is a JSON report\./],
    ['{"schema":"toolscore.probe-report/v1"}', /is a document of the sort "toolscore\.probe-report\/v1"/],
    ['{"toolscore":"0.1.0"}', /was written by an earlier toolscore, which named no findings\./],
    ['{"toolscore":"new"}', /names "new" as its toolscore, which is no version\./],
    ['{"toolscore":"0.2.0"}', /was written by toolscore 0\.2\.0, which is newer than this one \(0\.1\.0\)\. Update/],
    ['{"toolscore":"1.0.0-beta.1","findings":[]}', /which is newer than this one/],
  ])('%s', async (text, expected) => {
    const problems = await problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('a file that is not there, or is a folder', async () => {
    const folder = await project({ 'sub/x': '' });
    const read = (name: string) =>
      catchProblems(async () => readBaseline(join(folder, name), { source: name, version: '0.1.0' }));
    expect(await read('no.json')).toEqual([
      'no.json  does not exist. Write it with the same command and:  --report json=no.json',
    ]);
    expect(await read('sub')).toEqual(['sub  is a folder, not a file. Name a JSON report of mcp test.']);
  });

  test('text that is nested without end', async () => {
    const [problem] = await problemsOf('['.repeat(100_000));
    expect(problem).toMatch(/^base\.json {2}is (no JSON|nested too deeply)/);
  });

  test('more findings than any server has', async () => {
    const findings = Array.from({ length: 100_001 }, () => 0);
    expect(await problemsOf(JSON.stringify({ ...REPORT, findings }))).toEqual([
      'base.json  has 100001 findings. A baseline takes at most 100000.',
    ]);
  });
});

test('a later patch of the same version is read', () => {
  expect(
    parseBaseline(JSON.stringify({ ...REPORT, toolscore: '0.1.9' }), { source: 'b', version: '0.1.0' }).findings,
  ).toHaveLength(1);
  expect(
    parseBaseline(JSON.stringify({ ...REPORT, toolscore: '0.1.0' }), { source: 'b', version: '1.4.0' }).findings,
  ).toHaveLength(1);
});

test('a hostile finding is refused member by member, and changes no prototype', async () => {
  const text = `{"toolscore":"0.1.0","server":{"name":1,"version":""},"tools":[{}],"score":7,"findings":[{"__proto__":{"id":"3f02818a368df4c0"},"id":"x","rule":"../x","severity":"fatal"},null]}`;
  const problems = await problemsOf(text);
  expect(problems).toContain('base.json  /server/name  takes a text.');
  expect(problems).toContain('base.json  /score  takes a number from 0 to 1.');
  expect(problems.find((problem) => problem.includes('/findings/0/id'))).toMatch(/takes an id/);
  expect(problems.find((problem) => problem.includes('/findings/0/rule'))).toMatch(/takes the id of a rule/);
  expect(problems).toContain('base.json  /findings/1  takes an object.');
  expect(Object.hasOwn({}, 'id')).toBe(false);
});

describe('a document of many servers', () => {
  const other = { ...REPORT, server: { name: 'b', version: '' }, findings: [] };
  const text = JSON.stringify({
    servers: [
      { name: 'one', report: REPORT },
      { name: 'two', report: other },
      { name: 'three', error: 'it died' },
    ],
  });
  const of = (server: string, many?: boolean) => parseBaseline(text, { ...REQUEST, server, many });

  test('knows of each server what it had', () => {
    expect(of('one', true)).toMatchObject({ server: { name: 's' }, findings: [FINDING] });
    expect(of('two')).toMatchObject({ server: { name: 'b' }, findings: [] });
  });

  test('knows nothing of a server that is new, or had no result', () => {
    for (const name of ['three', 'four', '__proto__']) expect(of(name, true).findings).toEqual([]);
  });

  test('is what --all wants', async () => {
    const one = (many: boolean) => parseBaseline(JSON.stringify(REPORT), { ...REQUEST, server: 'one', many });
    expect(one(false).findings).toHaveLength(1);
    expect(await catchProblems(async () => one(true))).toEqual([
      'base.json  is no report of many servers, and --all looks at many. Write it with the same command and:  --report json=base.json',
    ]);
  });
});
