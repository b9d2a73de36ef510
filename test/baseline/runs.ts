/** Small runs whose findings a test chooses, one held against the other. */

import { baselineOf } from '../../core/baseline/kept.js';
import type { Baseline } from '../../core/baseline/types.js';
import { definePlugin } from '../../core/define.js';
import type { RunInput } from '../../core/kernel/input.js';
import type { Effects, Report, RuleInput } from '../../core/model.js';
import { fakeServer, fakeSession, kernelOf, RUN, ruleOf } from '../kernel/fake.js';

/** What the probe comes across on a tool. */
export interface Thing {
  readonly tool: string;
  readonly param?: string;
  readonly bad?: boolean;
  /** It could not tell, and why. */
  readonly unsure?: string;
  /** It does not even know of what it could not tell. */
  readonly blind?: string;
}

export interface RunOf {
  /** Besides those that things are on. */
  readonly tools?: readonly string[];
  readonly rule?: Partial<RuleInput>;
  readonly effects?: Effects;
  readonly optIn?: true;
  readonly server?: string;
  readonly input?: Partial<RunInput>;
}

/** One run with the rule `thing-bad` over these things. */
export async function runOf(things: readonly Thing[], given: RunOf = {}): Promise<Report> {
  const { tools = [], rule = {}, effects = 'read', optIn, server = 'fake', input = {} } = given;
  const names = [...new Set([...things.map(({ tool }) => tool), ...tools])];
  const session = { ...fakeSession(() => ({})), serverInfo: { name: server, version: '1' } };
  const listed = names.map((name) => ({ name, annotations: { readOnlyHint: true } }));
  const probe = definePlugin({
    name: 'looks',
    effects,
    ...(optIn !== undefined && { optIn }),
    emits: { 'tool.thing': { 'x-identity': ['param'] } },
    rules: [ruleOf({ id: 'thing-bad', observes: 'tool.thing', judge: ({ bad }) => bad === true, ...rule })],
    apply({ hooks }) {
      hooks.observe.for('tool').tapPromise('looks', ({ each }) =>
        each(({ subject, emit, inconclusive }) => {
          for (const { param = '', bad = false, unsure, blind } of things.filter(({ tool }) => tool === subject.name)) {
            const data = { param, bad } as never;
            if (blind !== undefined) inconclusive('tool.thing' as never, blind);
            else if (unsure !== undefined) inconclusive('tool.thing' as never, unsure, data);
            else emit('tool.thing' as never, data);
          }
        }),
      );
    },
  });
  const { report } = await kernelOf([fakeServer(session, listed), probe]).run({ ...RUN, ...input });
  return report;
}

export async function baseline(things: readonly Thing[], given: RunOf = {}): Promise<Baseline> {
  return baselineOf(await runOf(things, given), 'base.json');
}

/** The second run against the first: its findings as `state tool param`, what is fixed, and what was not looked at. */
export async function against(
  known: Baseline,
  things: readonly Thing[],
  given: RunOf = {},
): Promise<{
  readonly states: readonly string[];
  readonly fixed: readonly string[];
  readonly left: readonly string[];
}> {
  const { baseline: compared, observations } = await runOf(things, {
    ...given,
    input: { ...given.input, baseline: known },
  });
  if (compared === undefined) throw new Error('not compared');
  const nameOf = (observation: number): string => {
    const param = observations[observation]?.data?.['param'];
    return typeof param === 'string' ? param : '';
  };
  return {
    states: [...compared.states].map(([{ subject, observation }, state]) =>
      [state, subject.name, nameOf(observation)].join(' ').trim(),
    ),
    fixed: compared.fixed.map(({ rule, tool }) => `${rule} on ${tool}`),
    left: compared.notLookedAt.map(({ rule, tool, reason }) => `${rule} on ${tool}: ${reason}`),
  };
}
