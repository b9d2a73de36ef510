/** A server over HTTP that turns this client away says nothing of its tools: it is not blamed, and the run has no grade. */

import { expect, test } from 'vitest';
import type { CallRecord } from '../../core/model.js';
import { defineProbe } from '../../core/define.js';
import { scenarioDetail } from '../../core/scenario-result.js';
import type { Answer, RequestOptions } from '../../core/session/port.js';
import scenarios from '../../plugins/scenarios.js';
import { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } from './fake.js';

const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const TOOLS = ['first', 'second'].map((name) => ({ name, inputSchema }));
const GOOD: Partial<Answer> = { result: { content: [] } };
const said = (status: number): Partial<Answer> => ({ kind: 'malformed', status, reason: `HTTP status ${status}` });

/** Calls both tools with scenarios; the second is answered with this. */
async function run(answer: Partial<Answer>) {
  const session = fakeSession((_, params) => (params['name'] === 'second' ? answer : GOOD));
  const kernel = kernelOf([fakeServer(session, TOOLS), scenarios], {
    permissions: { ...PERMISSIONS, allowWrites: true },
  });
  const { report } = await kernel.run(RUN);
  const states = report.observations.map(({ subject, state }) => `${subject.name} ${state}`);
  const calls = session.sent.filter(({ params }) => params['name'] === 'second').length;
  return { states: [...new Set(states)], unfinished: report.unfinished, grade: report.grade, calls };
}

test.each([401, 407, 429])(
  'with HTTP status %i the run is not finished, and that tool is left alone',
  async (status) => {
    expect(await run(said(status))).toEqual({
      states: ['first observed', 'second incomplete'],
      unfinished: { reason: `HTTP status ${status}`, notRun: [] },
      grade: null,
      calls: 1,
    });
  },
);

test('with HTTP status 403 it is one tool that may not be called', async () => {
  expect(await run(said(403))).toMatchObject({
    states: ['first observed', 'second skipped'],
    unfinished: undefined,
    calls: 1,
  });
});

test.each([said(500), said(404), said(202), { kind: 'malformed', reason: 'no status' } as const])(
  'any other end is one of the tool: %j',
  async (answer) => {
    const { states, unfinished, calls } = await run(answer);
    expect([states, unfinished]).toEqual([['first observed', 'second observed'], undefined]);
    expect(calls).toBeGreaterThan(1);
  },
);

test('whoever is strict hears what was said', async () => {
  const records: CallRecord[] = [];
  const probe = defineProbe({
    name: 'prober',
    subject: 'server',
    effects: 'mutate',
    emits: {},
    async observe({ call }) {
      const strict: Partial<RequestOptions> = { strict: true };
      records.push(await call('tools/call', { name: 'first' }, strict), await call('tools/call', { name: 'first' }));
    },
  });
  const permissions = { ...PERMISSIONS, allowWrites: true };
  await kernelOf(
    [
      fakeServer(
        fakeSession(() => said(401)),
        TOOLS,
      ),
      probe,
    ],
    { permissions },
  ).run(RUN);
  expect(records.map(({ outcome }) => outcome)).toEqual(['malformed', 'aborted']);
  expect(scenarioDetail('transport', records[0] as CallRecord)).toBe('transport error: HTTP status 401');
});
