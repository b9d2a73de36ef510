import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import resourceSubscription from '../../../plugins/kinds/resource-subscription.js';
import type { Meanwhile } from '../../kernel/fake.js';
import { caseOf, runCases } from '../run.js';

const URI = 'memo://marker';
/** Shorter than a manifest may say, so that waiting in vain does not take long. */
const FIELDS = { uri: URI, trigger_tool: undefined, trigger_arguments: undefined, max_wait_seconds: 0.05 };
const CASE = caseOf('resource-subscription', FIELDS);
const TRIGGER = caseOf(
  'resource-subscription',
  { ...FIELDS, trigger_tool: 'read', trigger_arguments: { word: 'marker' } },
  { tools: ['read'] },
);
const CAPABILITIES = { capabilities: { tools: {}, resources: { subscribe: true } } };
const UPDATED = 'notifications/resources/updated';
const OK: Partial<Answer> = { result: {} };
const ERROR: Partial<Answer> = { kind: 'error', error: { code: -32601, message: 'marker' } };

type Answers = Readonly<
  Record<string, (client: Meanwhile, params: JsonObject) => Partial<Answer> | Promise<Partial<Answer>>>
>;

/** A server that notifies when it is subscribed to, unless told otherwise. */
const HONEST: Answers = {
  'resources/subscribe': ({ notify }, { uri }) => {
    notify(UPDATED, { uri });
    return OK;
  },
};

async function against(answers: Answers, given = CASE) {
  const all = { ...HONEST, ...answers };
  const run = await runCases(
    [given],
    (method, params, _session, client) => all[method]?.(client, params) ?? OK,
    CAPABILITIES,
  );
  expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker');
  return { run, sent: run.sessions.flatMap(({ sent }) => sent.slice(1)) };
}

test('all five steps in their order pass', async () => {
  const { run, sent } = await against(
    {
      'resources/subscribe': () => OK,
      'tools/call': ({ notify }) => {
        notify(UPDATED, { uri: `${URI}/other` });
        notify(UPDATED, { uri: URI });
        return { result: { content: [] } };
      },
    },
    TRIGGER,
  );
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3, tool: null, measurements: {} });
  expect(sent).toEqual([
    { method: 'resources/read', params: { uri: URI } },
    { method: 'resources/subscribe', params: { uri: URI } },
    { method: 'tools/call', params: { name: 'read', arguments: { word: 'marker' } } },
    { method: 'resources/unsubscribe', params: { uri: URI } },
  ]);
  expect(run.report.score.value).toBe(1);
});

test('without a trigger nothing is called, and an update that came with the subscription counts', async () => {
  const { run, sent } = await against({});
  expect(run.failed('one')).toEqual([]);
  expect(sent.map(({ method }) => method)).toEqual(['resources/read', 'resources/subscribe', 'resources/unsubscribe']);
});

test('an update that comes later within the wait counts', async () => {
  const { run } = await against(
    {
      'resources/subscribe': ({ notify }) => {
        setTimeout(() => notify(UPDATED, { uri: URI }), 5);
        return OK;
      },
    },
    caseOf('resource-subscription', { ...FIELDS, max_wait_seconds: 20 }),
  );
  expect(run.failed('one')).toEqual([]);
});

test('a trigger without arguments is called with none', async () => {
  const fields = { ...FIELDS, trigger_tool: 'read' };
  const { run, sent } = await against({}, caseOf('resource-subscription', fields, { tools: ['read'] }));
  expect(run.failed('one')).toEqual([]);
  expect(sent[2]?.params).toEqual({ name: 'read', arguments: {} });
});

test.each([{ tools: {} }, { resources: {} }, { resources: { subscribe: 'yes' } }, { resources: true }])(
  'a server that does not offer subscriptions is not asked: %j',
  async (capabilities) => {
    const run = await runCases([CASE], () => ERROR, { capabilities: capabilities as JsonObject });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 0, at: 0 });
    expect(run.sessions[0]?.sent).toHaveLength(1);
  },
);

const SILENT: Answers = { 'resources/subscribe': () => OK };
const FAULTS: readonly Partial<Answer>[] = [ERROR, { kind: 'timeout' }, { kind: 'closed' }, { kind: 'malformed' }];

describe.each(FAULTS)('with %j', (answer) => {
  test.each([
    ['reading', 'resources/read', 'resource-unreadable', 1, 1],
    ['subscribing', 'resources/subscribe', 'subscription-rejected', 2, 2],
    ['unsubscribing', 'resources/unsubscribe', 'subscription-rejected', 3, 3],
  ])('%s fails', async (_name, method, label, at, requests) => {
    const { run, sent } = await against({ [method]: () => answer });
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: at, at });
    expect(sent).toHaveLength(requests);
  });
});

test.each([
  ['no update', SILENT],
  [
    'an update of another resource',
    { 'resources/subscribe': ({ notify }: Meanwhile) => (notify(UPDATED, { uri: `${URI}/` }), OK) },
  ],
  [
    'another notification',
    { 'resources/subscribe': ({ notify }: Meanwhile) => (notify('notifications/message', { uri: URI }), OK) },
  ],
  [
    'an update before the subscription',
    { ...SILENT, 'resources/read': ({ notify }: Meanwhile) => (notify(UPDATED, { uri: URI }), OK) },
  ],
  ['neither an update nor a way out', { ...SILENT, 'resources/unsubscribe': () => ERROR }],
])('%s fails, and it is unsubscribed all the same', async (_name, answers) => {
  const { run, sent } = await against(answers);
  expect(run.failed('one')).toEqual(['subscription-notification-missing']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
  expect(sent.at(-1)?.method).toBe('resources/unsubscribe');
});

test.each([
  ['an error', ERROR],
  ['a tool error', { result: { content: [], isError: true } }],
])('a trigger that ends in %s is the failure, whatever comes of unsubscribing', async (_name, answer) => {
  const { run, sent } = await against(
    { ...SILENT, 'tools/call': () => answer, 'resources/unsubscribe': () => ERROR },
    TRIGGER,
  );
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
  expect(sent.at(-1)?.method).toBe('resources/unsubscribe');
});

test('a trigger that is not answered makes the case incomplete, and it is unsubscribed all the same', async () => {
  const { run, sent } = await against({ 'tools/call': () => ({ kind: 'timeout' }) }, TRIGGER);
  expect(run.failed('one')).toEqual(['transport-timeout']);
  expect(run.data('one', 'case.run')).toBeUndefined();
  expect(sent.at(-1)?.method).toBe('resources/unsubscribe');
});

test('a server that goes away while it is waited for makes the case incomplete', async () => {
  const { run } = await against({ 'resources/subscribe': ({ leave }) => (leave(), OK) });
  expect(run.failed('one')).toEqual(['transport-closed']);
});

test('a fault that became a verdict still costs the session', async () => {
  const run = await runCases(
    [CASE, { ...CASE, id: 'two' }],
    (method, params, session, client) =>
      session === 1 ? { kind: 'timeout' } : (HONEST[method]?.(client, params) ?? OK),
    CAPABILITIES,
  );
  expect([run.failed('one'), run.failed('two')]).toEqual([['resource-unreadable'], []]);
  expect(run.sessions).toHaveLength(2);
});

test('a budget that is used up outranks what was seen', async () => {
  // The list, reading and subscribing: unsubscribing is one too many.
  const run = await runCases([CASE], (method, params, _session, client) => HONEST[method]?.(client, params) ?? OK, {
    ...CAPABILITIES,
    maxRequests: 3,
  });
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
});

describe('without a handshake', () => {
  const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
  const forever = new Promise<never>(() => {});
  const listen = (open: (client: Meanwhile) => Partial<Answer> | Promise<Partial<Answer>>): Answers => ({
    'subscriptions/listen': open,
  });
  const acknowledge = ({ notify }: Meanwhile, uris: readonly string[] = [URI]): void =>
    notify(ACKNOWLEDGED, { notifications: { resourceSubscriptions: uris } });

  async function stateless(answers: Answers, given = CASE, timeoutMs = 50) {
    const run = await runCases([given], (method, params, _session, client) => answers[method]?.(client, params) ?? OK, {
      ...CAPABILITIES,
      era: 'stateless',
      timeoutMs,
    });
    return { run, sent: run.sessions[1]?.sent ?? [] };
  }

  test('a stream is opened on a connection of its own, and closed to end the subscription', async () => {
    const { run, sent } = await stateless(
      {
        ...listen((client) => (acknowledge(client), forever)),
        'tools/call': ({ notify }) => {
          notify(UPDATED, { uri: URI });
          return { result: { content: [] } };
        },
      },
      TRIGGER,
    );
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3 });
    expect(sent.map(({ method }) => method)).toEqual(['resources/read', 'subscriptions/listen', 'tools/call']);
    expect(sent[1]?.params).toEqual({ notifications: { resourceSubscriptions: [URI] } });
    expect(run.sessions[1]?.closedTimes).toBeGreaterThan(0);
    expect(run.sessions).toHaveLength(2);
  });

  test('no update fails', async () => {
    const { run } = await stateless(listen((client) => (acknowledge(client), forever)));
    expect(run.failed('one')).toEqual(['subscription-notification-missing']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
  });

  test.each<[string, (client: Meanwhile) => Partial<Answer> | Promise<Partial<Answer>>]>([
    ['is refused', () => ERROR],
    ['ends at once', () => OK],
    ['is never acknowledged', () => forever],
    ['leaves the resource out', (client) => (acknowledge(client, [`${URI}/`]), forever)],
    ['leaves the resource out, and ends', (client) => (acknowledge(client, []), OK)],
    ['breaks', () => ({ kind: 'malformed' })],
  ])('a stream that %s fails', async (_name, open) => {
    const { run } = await stateless(listen(open));
    expect(run.failed('one')).toEqual(['subscription-rejected']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2 });
  });

  test('an unreadable resource is not subscribed to', async () => {
    const { run, sent } = await stateless({ 'resources/read': () => ERROR });
    expect(run.failed('one')).toEqual(['resource-unreadable']);
    expect(sent).toHaveLength(1);
  });

  test('a budget that is used up is no verdict', async () => {
    const run = await runCases([CASE], () => OK, { ...CAPABILITIES, era: 'stateless', maxRequests: 2 });
    expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
  });
});

describe('fields', () => {
  test('arguments without a trigger have no effect and are refused', () => {
    const problemsOf = (fields: JsonObject): (readonly (string | number)[])[] => {
      const places: (readonly (string | number)[])[] = [];
      resourceSubscription.kind?.check?.({ ...FIELDS, ...fields } as never, (at) => places.push(at));
      return places;
    };
    expect(problemsOf({ trigger_arguments: {} })).toEqual([['trigger_arguments']]);
    expect(problemsOf({ trigger_arguments: {}, trigger_tool: 'read' })).toEqual([]);
    expect(problemsOf({ trigger_tool: 'read' })).toEqual([]);
  });

  test('the trigger is a tool that the case may call', () => {
    expect(resourceSubscription.kind?.tools?.({ ...FIELDS, trigger_tool: 'read' } as never)).toEqual(['read']);
    expect(resourceSubscription.kind?.tools?.(FIELDS as never)).toEqual([]);
  });
});
