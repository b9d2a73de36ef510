/** Probes of effects over a made-up server in memory, judged, scored and shown as a run does it. */

import type { Plugin } from '../../core/define.js';
import { type EffectConfig, emptyEffectConfig } from '../../core/effects/config.js';
import type { JsonObject } from '../../core/json.js';
import type { GivenOptions } from '../../core/kernel/options.js';
import type { Permissions, Report, Rule, Toggle } from '../../core/model.js';
import { makeRule } from '../../core/rules/make-rule.js';
import type { Answer } from '../../core/session/port.js';
import agreements from '../../plugins/agreements.js';
import bounds from '../../plugins/bounds.js';
import capEffectFailures from '../../plugins/cap-effect-failures.js';
import effectSeverity from '../../plugins/effect-severity.js';
import idempotent from '../../plugins/idempotent.js';
import judgeJsonLogic from '../../plugins/judge-json-logic.js';
import scorecard from '../../plugins/scorecard.js';
import type { EffectRow } from '../../plugins/scorecard-view/effects.js';
import { viewOf } from '../../plugins/scorecard-view/view.js';
import { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } from '../kernel/fake.js';

/** What a tool answers to these arguments, the how manyth call of the run it is. */
export type Tool = (args: JsonObject, call: number) => Partial<Answer> | JsonObject;

export interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly annotations?: JsonObject;
  readonly answer: Tool;
}

export interface Around {
  readonly effects?: Partial<EffectConfig>;
  readonly permissions?: Partial<Permissions>;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly toggles?: Readonly<Record<string, Toggle>>;
  readonly options?: readonly GivenOptions[];
  readonly plugins?: readonly Plugin[];
}

export interface Probed {
  readonly report: Report;
  readonly rows: readonly EffectRow[];
  /** Arguments of every call, in order. */
  readonly sent: readonly JsonObject[];
}

const NO_WAITING: GivenOptions = { plugin: 'agreements', options: { settleMs: [0, 0] }, origin: { source: 'test' } };

/** Runs the three probes over these tools. */
export async function probed(tools: readonly Listed[], around: Around = {}): Promise<Probed> {
  const sent: JsonObject[] = [];
  const session = fakeSession((_, params) => {
    const args = params['arguments'] as JsonObject;
    sent.push(args);
    const answered = tools.find(({ name }) => name === params['name'])?.answer(args, sent.length) ?? {};
    return 'kind' in answered || 'result' in answered ? answered : { result: answered };
  });
  const listed = tools.map(({ name, inputSchema, annotations = {} }) => ({
    name,
    inputSchema,
    annotations,
    description: 'Lists.',
  }));
  const { effects = {}, permissions = {}, values = {}, toggles = {}, options = [], plugins = [] } = around;
  const given = new Map(Object.entries(values));
  const { report } = await kernelOf(
    [
      fakeServer(session, listed),
      bounds,
      agreements,
      idempotent,
      judgeJsonLogic,
      effectSeverity,
      scorecard,
      capEffectFailures,
      ...plugins,
    ],
    {
      rules: async (all) => rulesOf(all, toggles),
      permissions: { ...PERMISSIONS, ...permissions },
      options: [NO_WAITING, ...options],
      scoring: { use: 'scorecard', options: {}, origin: { source: 'test' } },
    },
  ).run({
    ...RUN,
    probes: true,
    effects: { config: { ...emptyEffectConfig, ...effects } },
    values: { for: () => given, check: () => [] },
  });
  if (report.faults.length > 0) throw new Error(JSON.stringify(report.faults));
  return { report, rows: viewOf(report).effects, sent };
}

function rulesOf(plugins: readonly Plugin[], toggles: Readonly<Record<string, Toggle>>): ReadonlyMap<string, Rule> {
  const rules = plugins.flatMap((plugin) => (plugin.rules ?? []).map((rule) => ({ rule, plugin: plugin.name })));
  return new Map(
    rules.map(({ rule, plugin }) => [
      rule.id,
      makeRule(rule, {
        id: rule.id,
        plugin,
        toggle: toggles[rule.id] ?? rule.severity,
        options: rule.options ?? {},
        origin: { source: 'test' },
        page: undefined,
      }),
    ]),
  );
}

/** `status rule confidence severity`, what a row comes to in short. */
export function told({ status, rule, confidence, severity }: EffectRow): string {
  return [status, rule, confidence, severity].filter((word) => word !== null).join(' ');
}

export const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
export const failed = (message: string): JsonObject => ({ ...text(message), isError: true });
export const structured = (value: JsonObject): JsonObject => ({
  ...text(JSON.stringify(value)),
  structuredContent: value,
});

/** A schema of an object with these properties, none of them required but those named. */
export const taking = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});
