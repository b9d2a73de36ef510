/** A kernel over a scripted session: what the server answers is a function, and what reached it is a list. */

import type { Plugin } from '../../core/define.js';
import { definePlugin } from '../../core/define.js';
import type { JsonObject } from '../../core/json.js';
import { Kernel } from '../../core/kernel.js';
import type { KernelInput, RunInput, RunResult } from '../../core/kernel/input.js';
import type { Permissions, Rule, RuleInput } from '../../core/model.js';
import type { Answer, RequestOptions, Session, WireEvent } from '../../core/session/port.js';

/** What a server does while a request is open, besides answering it. */
export interface Meanwhile {
  /** How the request was sent. */
  readonly options: RequestOptions;
  /** Asks the client: its result, or undefined for a refusal. One request too many ends the one that is open, and stays without a reply. */
  ask(method: string, params?: JsonObject): Promise<JsonObject | undefined>;
  notify(method: string, params: JsonObject): void;
  /** Goes away, now or later. */
  leave(): void;
}

export type Script = (
  method: string,
  params: JsonObject,
  meanwhile: Meanwhile,
) => Partial<Answer> | Promise<Partial<Answer>>;

export interface FakeSession extends Session {
  readonly sent: { readonly method: string; readonly params: JsonObject }[];
  closedTimes: number;
}

export function fakeSession(script: Script): FakeSession {
  const listeners = new Set<(event: WireEvent) => void>();
  const notify = (method: string, params: JsonObject): void => {
    const json = { jsonrpc: '2.0', method, params };
    for (const listener of listeners) listener({ dir: 'in', kind: 'frame', at: 0, json, text: '', bytes: 0 });
  };
  let over!: (answer: Partial<Answer>) => void;
  const ended = new Promise<Partial<Answer>>((resolve) => (over = resolve));
  const session: FakeSession = {
    era: 'initialize',
    version: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'fake', version: '1' },
    instructions: undefined,
    sent: [],
    closedTimes: 0,
    counts: { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] },
    closed: false,
    async request(method, params = {}, options) {
      session.sent.push({ method, params });
      const { questions } = options;
      let asked = 0;
      let tooMany!: (answer: Partial<Answer>) => void;
      const flooded = new Promise<Partial<Answer>>((resolve) => (tooMany = resolve));
      const ask: Meanwhile['ask'] = async (question, about = {}) => {
        asked += 1;
        if (asked <= (questions?.max ?? Infinity)) return questions?.answer?.(question, about);
        tooMany({ kind: 'malformed', reason: 'too many requests' });
        return new Promise(() => {});
      };
      const leave = (): void => void Object.assign(session, { closed: true });
      const answered = script(method, params, { options, ask, notify, leave });
      const answer = await Promise.race([answered, flooded, ended]);
      return { kind: 'result', ms: 1, notes: [], ...answer, ...(asked > 0 && { questions: asked }) };
    },
    notify() {},
    tap(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sendRaw() {},
    stderrTail: () => '',
    async close() {
      session.closedTimes += 1;
      over({ kind: 'closed' });
      return { code: 0, signal: null, forced: false };
    },
  };
  return session;
}

/** A plugin that connects to the fake session and lists these tools. */
export function fakeServer(session: Session, tools: readonly JsonObject[]): Plugin {
  return definePlugin({
    name: 'fake-server',
    apply({ hooks }) {
      hooks.connect.tap('fake-server', () => session);
      hooks.discovery.tap('fake-server', (draft) => {
        for (const tool of tools) draft.addTool(tool);
      });
    },
  });
}

export const SCORER = definePlugin({
  name: 'count-passes',
  apply({ hooks }) {
    hooks.score.for('count-passes').tap('count-passes', ({ verdicts }) => {
      const judged = verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail');
      const passed = judged.filter(({ outcome }) => outcome === 'pass');
      return {
        scorer: 'count-passes',
        version: '1',
        value: judged.length === 0 ? null : passed.length / judged.length,
        parts: {},
      };
    });
  },
});

/** Judges rules whose `judge` is a function. */
export const CODE_ENGINE = definePlugin({
  name: 'code-engine',
  apply({ hooks }) {
    hooks.judge.for('code').tap('code-engine', ({ rule, observation }) => ({
      fires: rule.judge?.(observation.data, rule.options) === true,
    }));
  },
});

export function ruleOf(input: Pick<RuleInput, 'id' | 'observes'> & Partial<RuleInput>): RuleInput {
  return {
    title: 'It is fine',
    failure: 'It is not fine',
    severity: 'error',
    confidence: 'high',
    fix: 'Repair it.',
    since: '0.1.0',
    message: 'not fine',
    judge: () => false,
    ...input,
  };
}

const sealed = async (plugins: readonly Plugin[]): Promise<ReadonlyMap<string, Rule>> =>
  new Map(
    plugins.flatMap((plugin) =>
      (plugin.rules ?? []).map((rule): [string, Rule] => [
        rule.id,
        {
          family: 'lint',
          requires: [],
          options: {},
          ...rule,
          engine: 'code',
          plugin: plugin.name,
          toggle: rule.severity,
          origin: { source: 'test' },
          counted: rule.counted ?? true,
          countedOrigin: { source: 'test' },
          countedByAuthor: rule.counted ?? true,
          page: undefined,
        },
      ]),
    ),
  );

export const PERMISSIONS: Permissions = { readOnly: false, allowWrites: false, mayWrite: [] };

/** A kernel in the making; `run` waits for it. */
export function kernelOf(
  plugins: readonly Plugin[],
  input: Partial<KernelInput> = {},
): { readonly made: Promise<Kernel>; run(given: RunInput): Promise<RunResult> } {
  const made = Kernel.create({
    version: '0.0.0',
    plugins: [SCORER, CODE_ENGINE, ...plugins],
    rules: sealed,
    options: [],
    scoring: { use: 'count-passes', options: {}, origin: { source: 'test' } },
    permissions: PERMISSIONS,
    ...input,
  });
  return { made, run: async (given) => (await made).run(given) };
}

export const RUN: RunInput = {
  target: { kind: 'stdio', command: ['fake'] },
  timeoutMs: 1000,
  maxTimeMs: 60_000,
  values: { for: () => new Map(), check: () => [] },
  outputs: [],
  terminal: { width: 80, color: false, unicode: false, verbose: false },
};
