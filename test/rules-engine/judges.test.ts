import { expect, test } from 'vitest';
import type { PluginContext } from '../../core/define.js';
import type { JudgeInput, Judgement } from '../../core/hooks.js';
import judgeCode from '../../plugins/judge-code.js';
import judgeJsonLogic from '../../plugins/judge-json-logic.js';
import { observed, order, sealedRule } from './order.js';

test.each([
  [judgeJsonLogic, 'json-logic', sealedRule({ when: { '===': [{ var: 'name' }, 'first'] } })],
  [judgeCode, 'code', sealedRule({ when: undefined, judge: ({ name }) => name === 'first' })],
] as const)('%o judges its engine and no other', (plugin, engine, rule) => {
  const taps: [engine: string, name: string, judge: (input: JudgeInput) => Judgement | undefined][] = [];
  const hooks = {
    judge: {
      for: (asked: string) => ({
        tap: (name: string, judge: (input: JudgeInput) => Judgement | undefined) => taps.push([asked, name, judge]),
      }),
    },
  };
  plugin.apply?.({ hooks, options: {} } as unknown as PluginContext);
  expect(taps.map(([asked, name]) => [asked, name])).toEqual([[engine, plugin.name]]);
  const judge = taps[0]?.[2];
  expect(judge?.({ rule, observation: observed() as JudgeInput['observation'] })).toEqual({ fires: true });
  expect(judge?.({ rule, observation: observed({ ...order, name: 'x' }) as JudgeInput['observation'] })).toEqual({
    fires: false,
  });
});
