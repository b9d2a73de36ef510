import { describe, expect, test } from 'vitest';
import { Restless } from '../../core/watch/restless.js';
import { Rounds } from '../../core/watch/rounds.js';

/** Rounds whose quiet comes, and whose runs end, when the test says so. */
function made() {
  const runs: (readonly string[])[] = [];
  let waiting: (() => void) | undefined;
  let end: () => void = () => {};
  const rounds = new Rounds(
    (changed) => {
      runs.push(changed);
      return new Promise((done) => (end = done));
    },
    (then) => {
      waiting = then;
      return () => (waiting = undefined);
    },
  );
  return {
    rounds,
    runs,
    waits: () => waiting !== undefined,
    quiet: () => {
      const then = waiting;
      waiting = undefined;
      then?.();
    },
    end: async () => {
      end();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('rounds', () => {
  test('run at once first, then once files are quiet, with everything that changed', async () => {
    const { rounds, runs, quiet, end, waits } = made();
    void rounds.begin();
    expect(runs).toEqual([[]]);
    await end();
    expect(waits()).toBe(false);
    for (const path of ['a', 'b', 'a']) rounds.heard(path);
    expect(runs).toHaveLength(1);
    quiet();
    expect(runs).toEqual([[], ['a', 'b']]);
  });

  test('run one at a time, and exactly once more for all that changed meanwhile', async () => {
    const { rounds, runs, quiet, end, waits } = made();
    void rounds.begin();
    expect(rounds.running).toBe(true);
    rounds.heard('a');
    rounds.heard('b');
    expect(waits()).toBe(false);
    await end();
    expect(rounds.running).toBe(false);
    expect(runs).toHaveLength(1);
    quiet();
    expect(runs).toEqual([[], ['a', 'b']]);
    await end();
    expect(waits()).toBe(false);
    expect(runs).toHaveLength(2);
  });

  test('wait anew with every change', async () => {
    const calledOff: number[] = [];
    let asked = 0;
    const rounds = new Rounds(
      () => Promise.resolve(),
      () => {
        const number = (asked += 1);
        return () => calledOff.push(number);
      },
    );
    await rounds.begin();
    for (const path of ['a', 'b', 'c']) rounds.heard(path);
    expect([asked, calledOff]).toEqual([3, [1, 2]]);
  });
});

describe('a file that changes in every run', () => {
  test('is left out after the third in a row', () => {
    const restless = new Restless();
    for (const left of [[], [], ['db']]) {
      expect(restless.counts('db', true)).toBe(true);
      expect(restless.counts('notes.md', false)).toBe(true);
      expect(restless.runEnded()).toEqual(left);
    }
    expect(restless.counts('db', true)).toBe(false);
    expect(restless.counts('db', false)).toBe(false);
    expect(restless.counts('notes.md', false)).toBe(true);
    expect(restless.runEnded()).toEqual([]);
  });

  test('is not left out when a run between them left it alone', () => {
    const restless = new Restless();
    for (const changes of [true, true, false, true, true]) {
      if (changes) restless.counts('db', true);
      expect(restless.runEnded()).toEqual([]);
    }
  });
});
