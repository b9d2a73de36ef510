import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';
import completion from '../../../plugins/kinds/completion.js';

const FIELDS = {
  ref_type: 'ref/prompt',
  ref_uri: 'marker',
  argument_name: 'language',
  argument_value: 'py',
  max_values: 2,
};
const CAPABILITIES = { capabilities: { tools: {}, completions: {} } };
const values = (...list: unknown[]): Partial<Answer> => ({ result: { completion: { values: list } } });
const errorOf = (error: JsonObject): Partial<Answer> => ({
  kind: 'error',
  error: { code: -32602, message: 'no', ...error },
});

async function answeredWith(answer: Partial<Answer>, fields: JsonObject = {}) {
  const run = await runCases([caseOf('completion', { ...FIELDS, ...fields })], () => answer, CAPABILITIES);
  expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker');
  return run;
}

test.each([
  ['none', []],
  ['as many as allowed', ['marker', 'python']],
])('a list of texts passes: %s', async (_name, list) => {
  const run = await answeredWith(values(...list));
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, tool: null, measurements: {} });
  expect(run.sessions[0]?.sent.at(-1)).toEqual({
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'marker' }, argument: { name: 'language', value: 'py' } },
  });
});

test('a resource template is named by its URI', async () => {
  const run = await answeredWith(values(), { ref_type: 'ref/resource' });
  expect(run.sessions[0]?.sent.at(-1)?.params['ref']).toEqual({ type: 'ref/resource', uri: 'marker' });
});

test.each([[{ tools: {} }], [{ completions: false }], [{ completions: null }], ['odd']])(
  'a server that declares no completions is not asked: %j',
  async (capabilities) => {
    const run = await runCases([caseOf('completion', FIELDS)], () => values(1), {
      capabilities: capabilities as JsonObject,
    });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 0, at: 0 });
    expect(run.sessions[0]?.sent).toHaveLength(1);
  },
);

test.each([
  ['too many values', values('a', 'b', 'c'), 'completion-value-flood'],
  ['a value that is no text', values('a', 1), 'completion-invalid-request'],
  ['no list', { result: { completion: { values: 'a' } } }, 'completion-invalid-request'],
  ['no values', { result: { completion: {} } }, 'completion-invalid-request'],
  ['no completion', { result: {} }, 'completion-invalid-request'],
  ['a completion that is no object', { result: { completion: [] } }, 'completion-invalid-request'],
  ['an error', errorOf({}), 'completion-invalid-request'],
  ['an error that names the argument', errorOf({ message: 'unknown: language' }), 'completion-argument-unknown'],
  ['an error that names it in its data', errorOf({ data: { unknown: ['language'] } }), 'completion-argument-unknown'],
  ['an error that names it beside its data', errorOf({ argument: 'language' }), 'completion-argument-unknown'],
  ['silence', { kind: 'timeout' }, 'completion-stalled-request'],
  ['a connection that ends', { kind: 'closed' }, 'completion-stalled-request'],
  ['a broken answer', { kind: 'malformed' }, 'completion-stalled-request'],
  ['an error without a code', errorOf({ code: 'language' }), 'completion-stalled-request'],
] as const)('%s fails', async (_name, answer, label) => {
  const run = await answeredWith(answer);
  expect(run.failed('one')).toEqual([label]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
});

test('the members that every error has name no argument', async () => {
  for (const name of ['code', 'message']) {
    const run = await answeredWith(errorOf({}), { argument_name: name });
    expect(run.failed('one')).toEqual(['completion-invalid-request']);
  }
});

test('an argument is found also where JSON writes its name differently', async () => {
  const run = await answeredWith(errorOf({ message: 'unknown: a"b' }), {
    ref_type: 'ref/resource',
    argument_name: 'a"b',
  });
  expect(run.failed('one')).toEqual(['completion-argument-unknown']);
});

test('an error that nests without end is read as far as it is sensible', async () => {
  let data: unknown = 'language';
  for (let depth = 0; depth < 20_000; depth += 1) data = [data];
  const run = await answeredWith(errorOf({ data }));
  expect(run.failed('one')).toEqual(['completion-invalid-request']);
});

test('a fault that became a verdict still costs the session', async () => {
  const cases = [caseOf('completion', FIELDS), caseOf('completion', FIELDS, { id: 'two' })];
  const run = await runCases(
    cases,
    (_method, _params, session) => (session === 1 ? { kind: 'timeout' } : values()),
    CAPABILITIES,
  );
  expect([run.failed('one'), run.failed('two')]).toEqual([['completion-stalled-request'], []]);
  expect(run.sessions).toHaveLength(2);
});

test('a budget that is used up is no verdict', async () => {
  const cases = [caseOf('completion', FIELDS), caseOf('completion', FIELDS, { id: 'two' })];
  const run = await runCases(cases, () => values(), { ...CAPABILITIES, maxRequests: 2 });
  expect([run.failed('one'), run.failed('two')]).toEqual([[], ['evaluation-budget-exceeded']]);
});

test('the argument of a prompt is an identifier; that of a template is any text', () => {
  const problemsOf = (fields: JsonObject): string[] => {
    const problems: string[] = [];
    completion.kind?.check?.({ ...FIELDS, ...fields } as never, (at, message) =>
      problems.push(`${at.join('.')} ${message}`),
    );
    return problems;
  };
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ ref_type: 'ref/resource', argument_name: 'two words' })).toEqual([]);
  expect(problemsOf({ argument_name: 'two words' })).toEqual([
    expect.stringMatching(/^argument_name takes an identifier/),
  ]);
});
