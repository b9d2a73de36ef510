/** A server that answers wrong arguments and then nothing more. */

import { expect, test } from 'vitest';
import { type FakeTool, json, look, refusal, TEXT } from './run.js';

const search: FakeTool = {
  name: 'search_notes',
  takes: { query: TEXT },
  run: ({ query }) => (typeof query === 'string' ? json([]) : refusal('query must be a text')),
};
const list: FakeTool = { name: 'list_notes', run: () => json([]) };
const rule = 'probe-wedged';

test('is found, and shown in a session of its own', async () => {
  const { found, report } = await look([search, list], { kills: (_, { query }) => query === 12_345 });
  const [wedged] = found.filter((one) => one.rule === rule);
  expect(wedged).toMatchObject({
    owner: 'search_notes',
    confidence: 'high',
    message:
      'search_notes answers calls with wrong arguments, and then the server does not work any more: a ping is not answered (the connection is closed)',
  });
  const own = report.calls.filter(({ plugin }) => plugin === 'after-edge').map(({ method }) => method);
  expect(own).toEqual(['ping', 'tools/call', 'tools/call', 'tools/call', 'ping']);
});

test('is found although another call was still answered', async () => {
  let left = Infinity;
  const { found } = await look([search, list], {
    kills: (_, { query }) => {
      if (query === 12_345) left = 2;
      left -= 1;
      if (left > 0) return false;
      left = Infinity;
      return true;
    },
  });
  expect(found.filter((one) => one.rule === rule)).toHaveLength(1);
});

test('a server that works on is not tried again', async () => {
  const { observed, report } = await look([search, list]);
  expect(observed.filter((one) => one.startsWith('tool.after-edge'))).toEqual([]);
  expect(report.calls.filter(({ plugin }) => plugin === 'after-edge')).toEqual([]);
});

test('a server that ended for another reason is not accused', async () => {
  let calls = 0;
  const { found, observed } = await look([search, list], { kills: () => (calls += 1) === 5 });
  expect(found.filter((one) => one.rule === rule)).toEqual([]);
  expect(observed).toContain('tool.after-edge observed');
});

/** Wrong arguments lock it, and `opens` says when the lock is gone. */
function locking(opens: () => boolean): FakeTool {
  let locked = false;
  return {
    ...search,
    run: ({ query }) => {
      if (locked && !opens()) return refusal('the index is locked');
      locked = typeof query !== 'string';
      return locked ? refusal('query must be a text') : json([]);
    },
  };
}

test('a tool that refuses behind wrong arguments what it answered before is found as well', async () => {
  let pings = 0;
  let asked = 0;
  // A session of its own begins with a ping, and without a lock.
  const tool = locking(() => pings === 1 && (asked += 1) === 1);
  const { found } = await look([tool], {
    asked: (method) => {
      if (method === 'ping') pings += 1;
      return { kind: 'result', result: {} };
    },
  });
  expect(found.filter((one) => one.rule === rule)).toMatchObject([
    { owner: 'search_notes', message: expect.stringContaining('a call that worked before is not answered') as string },
  ]);
});

test('a tool that refuses in another session from the start is not accused', async () => {
  const { found } = await look([locking(() => false)]);
  expect(found.filter((one) => one.rule === rule)).toEqual([]);
});
