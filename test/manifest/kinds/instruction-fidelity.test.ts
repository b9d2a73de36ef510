import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

type Scripted = Partial<Answer>;

const RESULT: Scripted = {
  result: {
    content: [{ type: 'text', text: 'marker-word' }],
    structuredContent: { state: 'idle', items: [{ id: 7, note: null }] },
    'structuredContent.state': 'dotted',
  },
};
const REFUSED: Scripted = { kind: 'error', error: { code: -32602, message: 'marker-word' } };
const BROKEN: Scripted = { result: { content: [], isError: true, structuredContent: { state: 'idle' } } };

async function fidelity(expectation: JsonObject, answer: Scripted) {
  const given = { tool: 'read', arguments: { text: 'marker-word' }, expect: expectation };
  const run = await runCases([caseOf('instruction-fidelity', given)], () => answer);
  return { run, failed: run.failed('one') };
}

describe('passes', () => {
  test.each<[string, JsonObject, Scripted]>([
    ['a success', { outcome: 'ok' }, RESULT],
    ['any error', { outcome: 'error' }, REFUSED],
    ['an error with its code', { outcome: 'error', error_code: -32602 }, REFUSED],
    ['a tool error, which has a code, too', { outcome: 'error', error_code: -32000 }, BROKEN],
    [
      'a field, and a key with a dot',
      { outcome: 'ok', required_result_fields: ['content', 'structuredContent.state'] },
      RESULT,
    ],
    ['a key with a dot that is equal', { outcome: 'ok', equals: { 'structuredContent.state': 'dotted' } }, RESULT],
    [
      'a path, though its value is null',
      { outcome: 'ok', required_result_paths: ['/structuredContent/items/0/note'] },
      RESULT,
    ],
    [
      'values at the end of paths',
      { outcome: 'ok', equals_paths: { '/structuredContent/items/0/id': 7, '/structuredContent/items/0/note': null } },
      RESULT,
    ],
    ['null for what is not declared', { outcome: 'error', error_code: null, equals: null }, REFUSED],
  ])('%s', async (_, expectation, answer) => {
    const { run, failed } = await fidelity(expectation, answer);
    expect(failed).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
  });
});

describe('fails with the first label that applies, and no other', () => {
  test.each<[string, JsonObject, Scripted, string]>([
    [
      'an error where a success is due',
      { outcome: 'ok', required_result_fields: ['gone'], equals: { gone: 1 } },
      REFUSED,
      'unexpected-outcome',
    ],
    [
      'a tool error, whatever its result holds',
      { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } },
      BROKEN,
      'unexpected-outcome',
    ],
    ['a success where an error is due', { outcome: 'error', error_code: -32602 }, RESULT, 'unexpected-outcome'],
    ['another code', { outcome: 'error', error_code: -32601 }, REFUSED, 'error-code-mismatch'],
    ['the code of a tool error', { outcome: 'error', error_code: -32602 }, BROKEN, 'error-code-mismatch'],
    [
      'a missing field, before a value that differs',
      { outcome: 'ok', required_result_fields: ['gone'], equals_paths: { '/structuredContent/state': 'busy' } },
      RESULT,
      'missing-field',
    ],
    [
      'a path that does not resolve',
      { outcome: 'ok', required_result_paths: ['/structuredContent/items/1'] },
      RESULT,
      'missing-field',
    ],
    [
      'a key that would be found by descending only',
      { outcome: 'ok', required_result_fields: ['structuredContent.items'] },
      RESULT,
      'missing-field',
    ],
    [
      'another value',
      { outcome: 'ok', equals_paths: { '/structuredContent/state': 'busy' } },
      RESULT,
      'value-mismatch',
    ],
    [
      'a value of another type',
      { outcome: 'ok', equals_paths: { '/structuredContent/items/0/id': 'seven' } },
      RESULT,
      'value-mismatch',
    ],
    ['a value that is not there', { outcome: 'ok', equals: { gone: null } }, RESULT, 'value-mismatch'],
    [
      'one of several values',
      { outcome: 'ok', equals_paths: { '/structuredContent/items/0/id': 7, '/structuredContent/state': 'x' } },
      RESULT,
      'value-mismatch',
    ],
  ])('%s', async (_, expectation, answer, label) => {
    const { run, failed } = await fidelity(expectation, answer);
    expect(failed).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker-word');
  });
});

describe('is incomplete', () => {
  test.each<[string, Scripted, string]>([
    ['no answer in time', { kind: 'timeout' }, 'transport-timeout'],
    ['a connection that ended', { kind: 'closed' }, 'transport-closed'],
    ['an answer that is none', { kind: 'malformed' }, 'transport-error'],
  ])('%s', async (_, answer, label) => {
    expect((await fidelity({ outcome: 'error' }, answer)).failed).toEqual([label]);
  });
});
