/** A server in memory, tried by scenarios and then by the probes that look at its answers, judged by the real rules. */

import { definePlugin, type Plugin } from '../../core/define.js';
import type { JsonObject } from '../../core/json.js';
import type { Confidence, Report, Rule, Severity } from '../../core/model.js';
import { makeRule } from '../../core/rules/make-rule.js';
import type { Answer, Session } from '../../core/session/port.js';
import afterEdge from '../../plugins/answers/after-edge.js';
import hearing from '../../plugins/answers/hearing.js';
import answers from '../../plugins/answers/index.js';
import effectSeverity from '../../plugins/effect-severity.js';
import judgeJsonLogic from '../../plugins/judge-json-logic.js';
import scenarios from '../../plugins/scenarios.js';
import surface from '../../plugins/surface/index.js';
import { fakeSession, kernelOf, PERMISSIONS, RUN } from '../kernel/fake.js';

export type Args = Readonly<Record<string, any>>;

export interface FakeTool {
  readonly name: string;
  readonly description?: string;
  readonly takes?: JsonObject;
  /** Left out: all that it takes. */
  readonly required?: readonly string[];
  readonly output?: JsonObject;
  readonly annotations?: JsonObject;
  run(args: Args): Partial<Answer> | JsonObject;
}

export interface Around {
  readonly allowWrites?: boolean;
  readonly capabilities?: JsonObject;
  readonly noise?: readonly string[];
  /** Everything that is no call of a listed tool. */
  readonly asked?: (method: string, params: JsonObject) => Partial<Answer>;
  /** What ends the session: nothing is answered behind a call that it is true for. */
  readonly kills?: (name: string, args: Args) => boolean;
  readonly exclude?: readonly string[];
}

export interface Found {
  readonly rule: string;
  /** `<server>` for the server. */
  readonly owner: string;
  readonly confidence: Confidence;
  readonly severity: Severity;
  readonly message: string;
  /** How many calls it rests on. */
  readonly calls: number;
}

export interface Looked {
  readonly found: readonly Found[];
  /** `kind state` of everything that was observed besides scenarios. */
  readonly observed: readonly string[];
  readonly sent: readonly { readonly plugin: string; readonly name: string; readonly args: Args }[];
  readonly report: Report;
}

export const TEXT = { type: 'string' };
export const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
export const json = (value: unknown): JsonObject => text(JSON.stringify(value));
export const data = (value: unknown): JsonObject => ({ ...json(value), structuredContent: value });
export const refusal = (message: string): JsonObject => ({ ...text(message), isError: true });
export const thrown = (code: number, message: string): Partial<Answer> => ({ kind: 'error', error: { code, message } });

/** Tries the tools as a run does and looks at what they answered. */
export async function look(tools: readonly FakeTool[], around: Around = {}): Promise<Looked> {
  const server = definePlugin({
    name: 'fake-server',
    apply({ hooks }) {
      hooks.connect.tap('fake-server', () => sessionFor(tools, around));
      hooks.discovery.tap('fake-server', (draft) => tools.forEach((tool) => draft.addTool(listed(tool))));
    },
  });
  const plugins = [server, hearing, scenarios, answers, { ...afterEdge, options: { pauseMs: 0 } }, surface];
  const { report, faults } = await kernelOf([...plugins, judgeJsonLogic, effectSeverity], {
    rules: async (all) => rulesOf(all),
    permissions: { ...PERMISSIONS, allowWrites: around.allowWrites ?? false, mayWrite: ['scenarios'] },
  }).run({ ...RUN, probes: true, ...declared(around) });
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  return lookedOf(report);
}

/** Findings of one rule, each as `owner confidence`. */
export async function told(rule: string, tools: readonly FakeTool[], around?: Around): Promise<readonly string[]> {
  const { found } = await look(tools, around);
  return found.filter((one) => one.rule === rule).map(({ owner, confidence }) => `${owner} ${confidence}`);
}

function declared({ exclude = [] }: Around) {
  const config = { bounds: [], agreements: [], idempotent: [], pairs: [], writes: [], exclude };
  return exclude.length > 0 ? { effects: { config: config as never } } : {};
}

function sessionFor(tools: readonly FakeTool[], { capabilities, noise, asked, kills }: Around): Session {
  let dead = false;
  const session = fakeSession((method, params) => {
    if (dead) return { kind: 'closed', reason: 'it ended' };
    const tool = method === 'tools/call' ? tools.find(({ name }) => name === params['name']) : undefined;
    if (tool === undefined)
      return asked?.(method, params) ?? answerOf(method === 'ping' ? {} : refusal('Unknown tool'));
    const args = (params['arguments'] ?? {}) as Args;
    dead = kills?.(tool.name, args) === true;
    const answer = tool.run(args);
    return 'kind' in answer ? answer : answerOf(answer);
  });
  const noiseLines = noise?.length ?? 0;
  return Object.assign(session, {
    capabilities: capabilities ?? { tools: {} },
    counts: { ...session.counts, noiseLines, noiseSamples: noise ?? [] },
  });
}

const answerOf = (result: JsonObject): Partial<Answer> => ({ kind: 'result', result });

function listed({ name, description = '', takes = {}, required, output, annotations }: FakeTool): JsonObject {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: takes, required: required ?? Object.keys(takes) },
    ...(output !== undefined && { outputSchema: output }),
    ...(annotations !== undefined && { annotations }),
  };
}

function lookedOf(report: Report): Looked {
  const findings = report.verdicts.filter(({ rule, outcome }) => outcome === 'fail' && !/-case-/.test(rule));
  const own = report.observations.filter(({ probe }) => probe !== 'scenarios');
  return {
    found: findings.map(({ rule, subject, confidence, severity, message = '', evidence }) => ({
      rule,
      owner: subject.kind === 'server' ? '<server>' : subject.name,
      confidence,
      severity,
      message,
      calls: evidence.length,
    })),
    observed: own.map(({ kind, state }) => `${kind} ${state}`),
    sent: report.calls.map(({ plugin, method, params }) => ({
      plugin,
      name: typeof params['name'] === 'string' ? params['name'] : method,
      args: (params['arguments'] ?? {}) as Args,
    })),
    report,
  };
}

function rulesOf(plugins: readonly Plugin[]): ReadonlyMap<string, Rule> {
  const rules = plugins.flatMap((plugin) => (plugin.rules ?? []).map((rule) => ({ rule, plugin: plugin.name })));
  return new Map(
    rules.map(({ rule, plugin }) => [
      rule.id,
      makeRule(rule, {
        id: rule.id,
        plugin,
        toggle: rule.severity,
        options: rule.options ?? {},
        origin: { source: 'test' },
        page: undefined,
      }),
    ]),
  );
}
