/** A server in memory, probed for round trips through the real kernel and judged by the real rules. */

import { defineProbe } from '../../core/define.js';
import { type EffectConfig, emptyEffectConfig } from '../../core/effects/config.js';
import type { JsonObject } from '../../core/json.js';
import type { Plugin } from '../../core/define.js';
import type { CallEntry, Confidence, Report, Rule, Severity, Tool } from '../../core/model.js';
import type { Answer } from '../../core/session/port.js';
import { observeCheck } from '../../plugins/effect-checks/check.js';
import effectSeverity from '../../plugins/effect-severity.js';
import judgeJsonLogic from '../../plugins/judge-json-logic.js';
import { ALL_GUARDS, type Guards } from '../../plugins/effect-checks/guards.js';
import roundTrip from '../../plugins/round-trip/index.js';
import { RoundTrip } from '../../plugins/round-trip/trip.js';
import type { ToolRoundTrip } from '../../schemas/observations.gen.js';
import { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } from '../kernel/fake.js';

export type Args = Readonly<Record<string, any>>;
/** A result, or an answer that is none. */
export type Result = Partial<Answer> | (JsonObject & { readonly content: unknown });

export interface FakeTool {
  readonly name: string;
  readonly description?: string;
  /** Properties of the input schema. */
  readonly takes?: JsonObject;
  /** Left out: all that it takes. */
  readonly required?: readonly string[];
  readonly annotations?: JsonObject;
  readonly outputSchema?: JsonObject;
  run(args: Args): Result;
}

export const TEXT = { type: 'string' };

/** A result of text items. */
export const text = (...texts: readonly string[]): Result => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
/** A result of one JSON text. */
export const json = (value: unknown): Result => text(JSON.stringify(value));
/** A result of structured content. */
export const data = (value: unknown): Result => ({ content: [], structuredContent: value });
/** A refusal that a model may read. */
export const refusal = (message: string): Result => ({ ...text(message), isError: true });

export interface Around {
  /** Left out: all of them. */
  readonly without?: keyof Guards;
  readonly effects?: Partial<EffectConfig>;
  readonly values?: Readonly<Record<string, JsonObject>>;
  /** Milliseconds before each further look; none unless a test is about them. */
  readonly settleMs?: readonly number[];
  readonly allowWrites?: boolean;
  readonly readOnly?: boolean;
}

export interface Row {
  readonly tool: string;
  /** `pass`, a rule, or the state of an observation that nobody can judge. */
  readonly result: string;
  readonly confidence: Confidence | undefined;
  readonly severity: Severity | undefined;
  /** The message of a failure, or why there is none. */
  readonly message: string;
  readonly basis: string;
  readonly data: ToolRoundTrip;
  /** Calls that it rests on. */
  readonly evidence: readonly CallEntry[];
}

export interface Probed {
  readonly rows: readonly Row[];
  /** Calls that reached the server. */
  readonly calls: readonly { readonly name: string; readonly args: Args }[];
  readonly report: Report;
}

/** Probes all write tools of a server. */
export async function probe(tools: readonly FakeTool[], around: Around = {}): Promise<Probed> {
  const session = fakeSession((_, params) => {
    const tool = tools.find(({ name }) => name === params['name']);
    const answer = tool?.run(params['arguments'] as Args) ?? refusal('no such tool');
    return 'content' in answer ? { result: answer } : answer;
  });
  const { effects, values = {}, allowWrites = true, readOnly = false } = around;
  const plugins = [fakeServer(session, tools.map(listed)), judgeJsonLogic, effectSeverity, probeWith(around)];
  const { report, faults } = await kernelOf(plugins, {
    rules: sealed,
    permissions: { ...PERMISSIONS, allowWrites, readOnly },
  }).run({
    ...RUN,
    probes: true,
    effects: { config: { ...emptyEffectConfig, ...effects } },
    values: { for: ({ name }: Tool) => new Map(Object.entries(values[name] ?? {})), check: () => [] },
  });
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  return {
    rows: rowsOf(report),
    calls: session.sent.map(({ params }) => ({ name: String(params['name']), args: params['arguments'] as Args })),
    report,
  };
}

/** The one row of a server with one write tool. */
export async function probeOne(tools: readonly FakeTool[], around: Around = {}): Promise<Row> {
  const { rows } = await probe(tools, around);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row expected, found ${rows.length}`);
  return row;
}

/** A tool as the server lists it. */
export function listed({
  name,
  description = '',
  takes = {},
  required = Object.keys(takes),
  annotations,
  outputSchema,
}: Omit<FakeTool, 'run'>): JsonObject {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: takes, required },
    ...(annotations !== undefined && { annotations }),
    ...(outputSchema !== undefined && { outputSchema }),
  };
}

/** The plugin itself, or one that differs from it in one guard. */
function probeWith({ without, settleMs = [] }: Around): Plugin {
  if (without === undefined) return { ...roundTrip, options: { settleMs } };
  const guards = { ...ALL_GUARDS, [without]: false };
  const { name, emits = {}, rules = [] } = roundTrip;
  return defineProbe({
    name,
    subject: 'tool',
    effects: 'mutate',
    emits: emits as Record<'tool.round-trip', JsonObject>,
    rules,
    observe: async (scope) => {
      if (/^(?:get|list|search|find|read|show|count)_/.test(scope.subject.name)) return;
      await observeCheck(scope, 'tool.round-trip', new RoundTrip({ scope, pair: undefined, settleMs, guards }));
    },
  });
}

/** The rules of these plugins, each at its own severity. */
export async function sealed(plugins: readonly Plugin[]): Promise<ReadonlyMap<string, Rule>> {
  const rules = plugins.flatMap((plugin) => (plugin.rules ?? []).map((rule) => ({ plugin: plugin.name, rule })));
  return new Map(
    rules.map(({ plugin, rule }) => [
      rule.id,
      {
        family: 'effect',
        requires: [],
        options: {},
        ...rule,
        engine: 'json-logic',
        plugin,
        toggle: rule.severity,
        origin: { source: 'test' },
        counted: rule.counted ?? true,
        countedOrigin: { source: 'test' },
        countedByAuthor: rule.counted ?? true,
        page: undefined,
      },
    ]),
  );
}

function rowsOf(report: Report): readonly Row[] {
  return report.observations.map((observation) => {
    const verdicts = report.verdicts.filter(({ observation: number }) => number === observation.number);
    const failures = verdicts.filter(({ outcome }) => outcome === 'fail');
    if (failures.length > 1) throw new Error('one observation, two findings');
    const [failure] = failures;
    return {
      tool: observation.subject.name,
      result: failure?.rule ?? (observation.state === 'observed' ? 'pass' : observation.state),
      confidence: observation.confidence,
      severity: failure?.severity,
      message: failure?.message ?? observation.reason ?? '',
      basis: observation.basis ?? '',
      data: observation.data as unknown as ToolRoundTrip,
      evidence: observation.evidence.map((id) => report.calls.find((call) => call.id === id) as CallEntry),
    };
  });
}
