/** What the scenarios probe makes of answers. Scorecard specification 1.3. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../core/model.js';
import { observationSchemas } from '../../schemas/observations.gen.js';
import { listing, taking, tool } from '../schema/tools.js';
import { look } from './probe.js';

const ajv = new Ajv2020({ keywords: ['x-identity'] });
const note = taking({ title: { type: 'string' } });
const text = (...texts: unknown[]) => ({ content: texts.map((one) => ({ type: 'text', text: one })) });

test('every case is called once and written down, happy ones first', async () => {
  const { sent, written } = await look(note);
  expect(sent).toEqual([
    ...[1, 2, 3].map(() => ({ name: 'work', arguments: { title: 'sample_title' } })),
    { name: 'work', arguments: {} },
    { name: 'work', arguments: { title: 12_345 } },
    { name: 'work', arguments: { title: '' } },
  ]);
  expect(written.map(({ state, kind, data }) => [state, kind, data?.['number'], data?.['mutation']])).toEqual([
    ['observed', 'tool.happy-case', 1, undefined],
    ['observed', 'tool.happy-case', 2, undefined],
    ['observed', 'tool.happy-case', 3, undefined],
    ['observed', 'tool.edge-case', 1, 'missing-argument'],
    ['observed', 'tool.edge-case', 2, 'wrong-type'],
    ['observed', 'tool.edge-case', 3, 'empty-values'],
  ]);
});

test('what is written down fits its schema', async () => {
  const { written } = await look(note, {
    answer: (_, call) => ({ result: call % 2 === 0 ? { isError: true } : text('ok') }),
  });
  for (const { kind, data } of written) {
    ajv.validate(observationSchemas[kind as keyof typeof observationSchemas], data);
    expect(ajv.errors).toBeNull();
  }
});

const LONG = `${'word '.repeat(1_000)}end`;
test.each<readonly [string, Partial<CallRecord>, string, number, string | RegExp]>([
  ['a result', { result: text('done') }, 'result', 5, 'ok'],
  ['a result without content', { result: {} }, 'result', 5, 'ok'],
  [
    'a result with the error flag',
    { result: { ...text('no such', ' note\n\there '), isError: true } },
    'error-result',
    5,
    'no such note here',
  ],
  ['a flag that is not exactly true', { result: { ...text('x'), isError: 'true' } }, 'result', 5, 'ok'],
  [
    'a flagged result without a text',
    { result: { content: [{ type: 'image' }], isError: true } },
    'error-result',
    5,
    'an error without a text',
  ],
  ['a long flagged text', { result: { ...text(LONG), isError: true } }, 'error-result', 5, /^.{199}…$/],
  ['an error', { outcome: 'error', error: { code: -32602, message: 'bad title' } }, 'error', 5, 'bad title'],
  ['an error that is no object', { outcome: 'error', error: 'bad' }, 'error', 5, 'bad'],
  [
    'nothing in time',
    { outcome: 'timeout', ms: 3_000, reason: 'no answer within 3 s' },
    'timeout',
    3_000,
    'timeout after 3 s',
  ],
  [
    'a closed connection',
    { outcome: 'closed', reason: 'the server ended with code 1' },
    'transport',
    0,
    'transport error: the server ended with code 1',
  ],
  ['a closed connection without a reason', { outcome: 'closed' }, 'transport', 0, 'transport error: closed'],
  ['a very long reason', { outcome: 'closed', reason: LONG }, 'transport', 0, /^transport error: .{179}…$/],
  [
    'a frame that is neither',
    { outcome: 'malformed', reason: 'neither a result nor an error' },
    'transport',
    0,
    'transport error: neither a result nor an error',
  ],
  ['the result null', { result: null }, 'transport', 0, 'transport error: the result is not an object'],
  ['a text for a result', { result: 'done' }, 'transport', 0, 'transport error: the result is not an object'],
])('%s', async (_, answer, outcome, durationMs, detail) => {
  const { written } = await look(note, { answer: () => answer });
  expect(written).toHaveLength(6);
  for (const { state, data } of written) {
    expect(state).toBe('observed');
    expect(data).toMatchObject({ outcome, durationMs });
    expect(data?.['detail']).toMatch(
      typeof detail === 'string' ? new RegExp(`^${detail.replaceAll('.', '\\.')}$`) : detail,
    );
    expect(String(data?.['detail']).length).toBeLessThanOrEqual(200);
  }
});

test('a tool that asks the client is not counted as working or failing, but has answered', async () => {
  const { written } = await look(note, {
    answer: () => ({ result: { resultType: 'input_required', inputRequests: {} } }),
  });
  expect(written.map(({ state, kind }) => `${state} ${kind}`)).toEqual([
    ...[1, 2, 3].map(() => 'skipped tool.happy-case'),
    ...[1, 2, 3].map(() => 'observed tool.edge-case'),
  ]);
  expect(written[0]).toMatchObject({ reason: 'it asks the client for input', data: { detail: 'needs client input' } });
  expect(written[5]?.data).toMatchObject({ outcome: 'input-required', detail: 'needs client input' });
});

test('a huge answer is read only as far as needed', async () => {
  const pieces = Array.from({ length: 3 }, () => ({ type: 'text', text: 'x'.repeat(1_000_000) }));
  Object.defineProperty(pieces, '1', { get: () => expect.fail('the second text is read') });
  const { written } = await look(note, { answer: () => ({ result: { content: pieces, isError: true } }) });
  expect(written[0]?.data?.['detail']).toBe(`${'x'.repeat(199)}…`);
});

test('a tool that may not be called is skipped once, and not called', async () => {
  expect(await look(note, { refused: 'not read-only' })).toEqual({
    sent: [],
    written: [{ state: 'skipped', kind: 'tool.happy-case', reason: 'not read-only' }],
  });
});

test('a tool for which no valid arguments exist is skipped once; bad ones are tried all the same', async () => {
  const { sent, written } = await look(taking({ ids: { type: 'array', minItems: 500 } }));
  expect(sent.map(({ arguments: given }) => given)).toEqual([{ ids: [] }]);
  expect(written.map(({ state, kind }) => `${state} ${kind}`)).toEqual([
    'skipped tool.happy-case',
    'observed tool.edge-case',
  ]);
  expect(written[0]?.reason).toMatch(/^no valid arguments could be made: "ids" asks for at least 500 items/);
});

test('when the run is cut short nothing more is called, and the rest is incomplete', async () => {
  const { sent, written } = await look(note, {
    answer: (_, call) => (call < 2 ? {} : { outcome: 'aborted', reason: 'the time is over' }),
  });
  expect(sent).toHaveLength(2);
  expect(written.map(({ state, reason }) => [state, reason])).toEqual([
    ['observed', undefined],
    ['incomplete', 'the time is over'],
  ]);
});

test('a call that the gate or the budget keeps back is skipped, and so are those behind it', async () => {
  const { sent, written } = await look(note, {
    answer: (_, call) => (call < 5 ? {} : { outcome: 'refused', reason: 'the budget is used up' }),
  });
  expect(sent).toHaveLength(5);
  expect(written.at(-1)).toEqual({ state: 'skipped', kind: 'tool.edge-case', reason: 'the budget is used up' });
});

test('a server that is gone fails every call behind that', async () => {
  const { sent, written } = await look(note, {
    answer: (_, call) => (call < 3 ? {} : { outcome: 'closed', reason: 'the server ended' }),
  });
  expect(sent).toHaveLength(6);
  expect(written.map(({ data }) => data?.['outcome'])).toEqual([
    'result',
    'result',
    ...[1, 2, 3, 4].map(() => 'transport'),
  ]);
});

test.each([
  [{ cases: 1, edgeCases: false }, 1],
  [{ cases: 0, edgeCases: true }, 3],
  [{ cases: -2, edgeCases: false }, 0],
])('options %j', async (options, calls) => {
  expect((await look(note, { options })).sent).toHaveLength(calls);
});

test("the user's values are sent in happy cases only", async () => {
  const { sent } = await look(note, { values: new Map([['title', 'Shopping']]) });
  expect(sent.map(({ arguments: given }) => given)).toEqual([
    ...[1, 2, 3].map(() => ({ title: 'Shopping' })),
    {},
    { title: 12_345 },
    { title: '' },
  ]);
});

test('a tool without a schema is called once', async () => {
  const { sent, written } = await look(tool({}));
  expect(sent).toEqual([{ name: 'work', arguments: {} }]);
  expect(written[0]?.data?.['description']).toContain('no usable input schema');
});

test('nothing that the memory server deletes could be a record of somebody', async () => {
  for (const one of listing('memory').filter(({ name }) => name.startsWith('delete_'))) {
    const { sent } = await look(one, { options: { cases: 3, edgeCases: false } });
    const texts = JSON.stringify(sent.map(({ arguments: given }) => given)).match(/(?<=[:[,])"[^"]*"(?=[,\]}])/g) ?? [];
    expect(texts.length).toBeGreaterThan(0);
    for (const one of texts) expect(one).toMatch(/sample/i);
  }
});

test('two tools in a row get their own cases, though those of the second are made while the first is called', async () => {
  const { generateScenarios } = await import('../../core/index.js');
  const { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } = await import('../kernel/fake.js');
  const { default: scenarios } = await import('../../plugins/scenarios.js');
  const text = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
  const listed = [
    { name: 'get_a', inputSchema: text('a') },
    { name: 'clear_all', inputSchema: { type: 'object', properties: {} } },
    { name: 'get_b', inputSchema: text('b') },
    { name: 'get_b', inputSchema: text('c') },
  ];
  const session = fakeSession(() => ({ result: { content: [] } }));
  const permissions = { ...PERMISSIONS, mayWrite: ['scenarios'] };
  const { report } = await kernelOf([fakeServer(session, listed), scenarios], { permissions }).run(RUN);
  const called = report.tools.filter(({ name }) => name !== 'clear_all');
  const wanted = await generateScenarios(called);
  expect(session.sent.map(({ params }) => [params['name'], params['arguments']])).toEqual(
    wanted.map(({ tool, arguments: args }) => [tool, args]),
  );
});

test('a delete gets no example of its schema, and is not blamed for refusing what was made up', async () => {
  const properties = { key: { type: 'string', examples: ['old/one', 'old/two'] } };
  const drop = {
    ...note,
    name: 'drop_key',
    annotations: { destructiveHint: true },
    inputSchema: { type: 'object', properties, required: ['key'] },
  };
  const missing = { result: { isError: true, content: [{ type: 'text', text: 'no such key' }] }, ok: false };
  const options = { cases: 1, edgeCases: false };
  const safe = await look(drop, { answer: () => missing, options });
  expect(safe.sent).toEqual([{ name: 'drop_key', arguments: { key: 'sample_key' } }]);
  expect(safe.written).toMatchObject([
    { state: 'skipped', reason: 'refused a made-up target; --arg gives it one that may go' },
  ]);
  const disposable = await look(drop, { answer: () => missing, options, allowWrites: true });
  expect(disposable.sent).toEqual([{ name: 'drop_key', arguments: { key: 'old/one' } }]);
  expect(disposable.written).toMatchObject([{ state: 'observed', data: { outcome: 'error-result' } }]);
  const plain = {
    ...drop,
    inputSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  };
  expect((await look(plain, { answer: () => missing, options })).written).toMatchObject([{ state: 'observed' }]);
});

test('a delete that was given a record has its turn last, and is not blamed for refusing what it has ended', async () => {
  const { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } = await import('../kernel/fake.js');
  const { default: scenarios } = await import('../../plugins/scenarios.js');
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  const listed = [
    { name: 'drop_note', annotations: { destructiveHint: true }, inputSchema },
    { name: 'get_note', inputSchema },
  ];
  const notes = new Set(['mine']);
  const session = fakeSession((_, params) => {
    const { name, arguments: args } = params as { name: string; arguments: { id: string } };
    const found = name === 'drop_note' ? notes.delete(args.id) : notes.has(args.id);
    return { result: { content: [], ...(!found && { isError: true }) } };
  });
  const { report } = await kernelOf([fakeServer(session, listed), scenarios], {
    permissions: { ...PERMISSIONS, mayWrite: ['scenarios'] },
  }).run({ ...RUN, values: { for: () => new Map([['id', 'mine']]), check: () => [] } });
  const happy = report.observations.filter(({ kind }) => kind === 'tool.happy-case');
  expect(happy.map(({ subject, state, data }) => [subject.name, state, data?.['outcome']])).toEqual([
    ...Array.from({ length: 3 }, () => ['get_note', 'observed', 'result']),
    ['drop_note', 'observed', 'result'],
    ...Array.from({ length: 2 }, () => ['drop_note', 'skipped', 'error-result']),
  ]);
});
