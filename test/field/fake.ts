/** A server in memory, probed by the plugins under test behind the real round trip, and judged by their real rules. */

import { definePlugin, type Plugin } from '../../core/define.js';
import { type EffectConfig, emptyEffectConfig } from '../../core/effects/config.js';
import type { JsonObject } from '../../core/json.js';
import type { CallEntry, Confidence, Report, Severity, Tool } from '../../core/model.js';
import { ServerError } from '../../core/session/port.js';
import effectSeverity from '../../plugins/effect-severity.js';
import judgeJsonLogic from '../../plugins/judge-json-logic.js';
import roundTrip from '../../plugins/round-trip/index.js';
import { fakeServer, type FakeSession, fakeSession, kernelOf, PERMISSIONS, RUN } from '../kernel/fake.js';
import { type Args, type FakeTool, listed, refusal, type Result, sealed } from '../round-trip/fake.js';

export { data, json, refusal, text, TEXT } from '../round-trip/fake.js';
export type { Args, Result } from '../round-trip/fake.js';

/** A tool whose answer may take a while. */
export interface SlowTool extends Omit<FakeTool, 'run'> {
  run(args: Args): Result | Promise<Result>;
}

export interface FieldAround {
  readonly effects?: Partial<EffectConfig>;
  readonly values?: Readonly<Record<string, JsonObject>>;
  readonly allowWrites?: boolean;
  readonly readOnly?: boolean;
  /** The tools of the server when it is started once more. Left out: it cannot be. */
  readonly again?: () => readonly SlowTool[];
}

export interface Found {
  readonly rule: string;
  readonly subject: string;
  readonly confidence: Confidence;
  readonly severity: Severity;
  readonly message: string;
  /** Calls that it rests on. */
  readonly evidence: readonly CallEntry[];
}

export interface Probed {
  /** Of the plugins under test. */
  readonly findings: readonly Found[];
  /** Everything that ended without a verdict: `<kind> <subject>: <reason>`. */
  readonly undecided: readonly string[];
  /** Calls that reached the server. */
  readonly calls: readonly { readonly name: string; readonly args: Args }[];
  readonly report: Report;
}

/** Runs the round trip and these plugins over a server with these tools. */
export async function probeField(
  tools: readonly SlowTool[],
  plugins: readonly Plugin[],
  { effects, values = {}, allowWrites = true, readOnly = false, again }: FieldAround = {},
): Promise<Probed> {
  const session = sessionOf(tools);
  const impatient = (plugin: Plugin): Plugin =>
    plugin.options !== undefined && 'settleMs' in plugin.options
      ? { ...plugin, options: { ...plugin.options, settleMs: [] } }
      : plugin;
  const all = [roundTrip, ...plugins].map(impatient);
  const { report, faults } = await kernelOf(
    [startedAgain(again), fakeServer(session, tools.map(listed)), judgeJsonLogic, effectSeverity, ...all],
    { rules: sealed, permissions: { ...PERMISSIONS, allowWrites, readOnly } },
  ).run({
    ...RUN,
    probes: true,
    effects: { config: { ...emptyEffectConfig, ...effects } },
    values: { for: ({ name }: Tool) => new Map(Object.entries(values[name] ?? {})), check: () => [] },
  });
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  const ours = new Set(plugins.map(({ name }) => name));
  const own = report.observations.filter(({ probe }) => ours.has(probe));
  return {
    findings: report.verdicts.flatMap((verdict) => {
      const { rule, outcome, subject, confidence, severity, message = '', evidence } = verdict;
      if (outcome !== 'fail' || !own.some(({ number }) => number === verdict.observation)) return [];
      const calls = evidence.map((id) => report.calls.find((call) => call.id === id) as CallEntry);
      return [{ rule, subject: subject.name, confidence, severity, message, evidence: calls }];
    }),
    undecided: own.flatMap(({ kind, subject, state, reason = '' }) =>
      state === 'observed' ? [] : [`${kind} ${subject.name}: ${reason}`],
    ),
    calls: session.sent.flatMap(({ method, params }) =>
      method === 'tools/call' ? [{ name: String(params['name']), args: params['arguments'] as Args }] : [],
    ),
    report,
  };
}

function sessionOf(tools: readonly SlowTool[]): FakeSession {
  return fakeSession(async (method, params) => {
    if (method !== 'tools/call') return { result: {} };
    const tool = tools.find(({ name }) => name === params['name']);
    const answer = (await tool?.run(params['arguments'] as Args)) ?? refusal('no such tool');
    return 'content' in answer ? { result: answer } : answer;
  });
}

/** Connects to a session of its own, in place of the first one, whenever the server is started once more. */
function startedAgain(again: FieldAround['again']): Plugin {
  return definePlugin({
    name: 'started-again',
    after: ['fake-server'],
    apply({ hooks }) {
      let times = 0;
      hooks.connect.tap('started-again', () => {
        times += 1;
        if (times === 1) return undefined;
        if (again === undefined) throw new ServerError('it runs once only');
        return sessionOf(again());
      });
    },
  });
}
