import { describe, expect, it } from 'vitest';
import { unjudgedRules, unjudgedWords } from '../../core/api/judge-recorded.js';
import type { Observation, Rule } from '../../core/model.js';

const rule = (id: string, observes: string, more: Partial<Rule> = {}): Rule =>
  ({ id, observes, toggle: 'error', plugin: 'lint', origin: { source: 'built in' }, ...more }) as Rule;
const record = { observations: [{ kind: 'tool.seen' } as Observation], kinds: new Set(['tool.seen', 'tool.unseen']) };
const ids = (...rules: readonly Rule[]): readonly string[] =>
  unjudgedRules(record, rules, (plugin) => plugin === 'lint').map(({ id }) => id);

describe('rules that had nothing to judge', () => {
  it('are told when they come from outside, or the user set them', () => {
    expect(
      ids(
        rule('own', 'tool.unseen'),
        rule('outside', 'tool.unseen', { plugin: 'house' }),
        rule('set', 'tool.unseen', { origin: { source: '--rule set=error' } }),
        rule('preset', 'tool.unseen', { origin: { source: 'toolscore:strict' } }),
      ),
    ).toEqual(['outside', 'set']);
  });

  it('are told when the program that recorded could not know their kind', () => {
    expect(ids(rule('later', 'tool.later'))).toEqual(['later']);
  });

  it('are not told when they are off, or judged something', () => {
    const house = { plugin: 'house' };
    expect(ids(rule('off', 'tool.unseen', { ...house, toggle: 'off' }), rule('judged', 'tool.seen', house))).toEqual(
      [],
    );
  });

  it('are told in one line, however many there are', () => {
    const many = Array.from({ length: 9 }, (_, at) => rule(`rule-${at}`, `tool.k${at}`));
    expect(unjudgedWords(many, 'run.jsonl')).toBe(
      'run.jsonl holds nothing of the kind tool.k0, tool.k1, tool.k2, tool.k3, tool.k4, tool.k5 and 3 more, so nothing was judged by rule-0, rule-1, rule-2, rule-3, rule-4, rule-5 and 3 more.',
    );
  });
});
