/** Runs a probe against a script instead of a server, in the kernel that runs it otherwise: gate, budget and journal included. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelOf } from '../api/kernel-of.js';
import { loadShipped, VERSION } from '../api/shipped.js';
import { definePlugin, type Plugin } from '../define.js';
import { type EffectConfig, emptyEffectConfig } from '../effects/config.js';
import { isObject, type JsonObject } from '../json.js';
import { inlineEmits } from '../load/emits.js';
import { loadPlugins } from '../load/load.js';
import { createModuleLoader } from '../load/module.js';
import type { CallEntry, Observation, Report, Target, Tool, Verdict } from '../model.js';
import { judgeCode } from '../rules/judge-code.js';
import { judgeWhen } from '../rules/json-logic.js';
import { ownEntries } from '../rules/package-files.js';
import { fits, type Misfit } from '../rules/rule-test.js';
import { FakeAnswers, type FakeServer, fakeSession } from './fake-server.js';

/** What a run would be given besides the server. All of it may be left out. */
export interface ProbeSetting {
  /** Laid over the probe's own options, as `probes.NAME` of a config is. */
  readonly options?: JsonObject;
  /** `--allow-writes`. Without it a probe may call what is read-only, and nothing else. */
  readonly allowWrites?: boolean;
  /** `--read-only`. */
  readonly readOnly?: boolean;
  /** What `--probe-config` declares. */
  readonly effects?: Partial<EffectConfig>;
  /** What `--arg` gives, by tool and argument. */
  readonly values?: Readonly<Record<string, JsonObject>>;
  /** Milliseconds a call may take, and what one without an answer took. Left out: 30,000. */
  readonly timeoutMs?: number;
  /** Requests of the whole run. */
  readonly maxRequests?: number;
}

/** A server and a run, as a probe test writes them down. */
export interface Script extends FakeServer, ProbeSetting {}

/** An observation as a test reads it: without numbers, and with the calls it rests on. */
export interface SeenObservation extends Pick<
  Observation,
  'kind' | 'state' | 'data' | 'reason' | 'basis' | 'confidence'
> {
  /** Name of the subject. */
  readonly subject: string;
  readonly evidence: readonly CallEntry[];
}

export interface Seen {
  /** In the order they were made. */
  readonly observations: readonly SeenObservation[];
  /** Everything the probe asked, in order; what the write gate or the budget kept from the server has the outcome `refused`. */
  readonly calls: readonly CallEntry[];
  /** What the rules that the probe brings say of it. */
  readonly verdicts: readonly Verdict[];
}

/** A probe, ready to be run: its emits are schemas, not paths. */
export interface ReadyProbe {
  readonly plugin: Plugin;
  readonly misfit: (kind: string, data: JsonObject) => string | undefined;
}

/**
 * Finds a probe: a plugin as it is, or the path or `file:` URL of its file, with `#name` when that holds several.
 * @throws Error when there is none, UsageError with what is wrong with the file
 */
export async function readyProbe(probe: Plugin | string | URL): Promise<ReadyProbe> {
  const cwd = process.cwd();
  const given = typeof probe === 'string' || probe instanceof URL ? await probeIn(String(probe), cwd) : probe;
  const { plugin, problems } = await inlineEmits(given, { file: resolve('probe.js'), folder: undefined }, cwd);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const checks = new Map<string, Misfit>();
  for (const [kind, schema] of Object.entries(plugin.emits ?? {}))
    if (isObject(schema)) checks.set(kind, await fits(schema));
  return { plugin, misfit: (kind, data) => checks.get(kind)?.(data) };
}

async function probeIn(address: string, cwd: string): Promise<Plugin> {
  const [path = '', name] = address.split('#', 2);
  const specifier = path.startsWith('file:') ? fileURLToPath(path) : resolve(path);
  const context = { cwd, modules: createModuleLoader(await ownEntries(), cwd) };
  const loaded = await loadPlugins([{ specifier, from: cwd, origin: { source: path } }], context);
  const plugins = loaded.map(({ plugin }) => plugin).filter(({ apply }) => apply !== undefined);
  const found = name === undefined ? plugins[0] : plugins.find((plugin) => plugin.name === name);
  if (found !== undefined && (name !== undefined || plugins.length === 1)) return found;
  const names = plugins.map((plugin) => plugin.name).join(', ');
  throw new Error(
    names === '' ? `${path} holds no probe.` : `${path} holds ${names}. Name one of them: ${path}#${plugins[0]?.name}`,
  );
}

/**
 * Runs a probe against a script and gives what it observed.
 * @throws Error when the probe fails, asks what the script does not answer, emits data that does not fit its schema, or
 * gives no reason where it gives no data; UsageError when its rules, its options or the script are wrong
 */
export async function observe(probe: Plugin | string | URL, script: Script = {}): Promise<Seen> {
  return observeReady(await readyProbe(probe), script);
}

/** `observe` for a probe that has been found. */
export async function observeReady({ plugin, misfit }: ReadyProbe, script: Script): Promise<Seen> {
  const answers = new FakeAnswers(script);
  const {
    allowWrites = false,
    readOnly = false,
    effects,
    values = {},
    options = {},
    timeoutMs = 30_000,
    maxRequests,
  } = script;
  const origin = { source: 'the test' };
  const kernel = await kernelOf(
    {
      layers: [],
      probes: Object.keys(options).length === 0 ? [] : [{ plugin: plugin.name, options, origin }],
      scoring: { use: undefined, options: {}, origins: new Map() },
    },
    { defaultScorer: KIT, scorers: new Map() },
    {
      version: VERSION,
      permissions: { readOnly, allowWrites, mayWrite: [] },
      plugins: [kit(script, answers)],
      outside: [{ plugin, origin: { source: plugin.name } }],
      elsewhere: async () => (await loadShipped()).plugins,
    },
  );
  const { report, faults } = await kernel.run({
    target: TARGETS[script.transport ?? 'stdio'],
    timeoutMs,
    maxTimeMs: 600_000,
    ...(maxRequests !== undefined && { maxRequests }),
    probes: true,
    effects: { config: { ...emptyEffectConfig, ...effects } },
    values: {
      for: ({ name }: Tool) => new Map(Object.hasOwn(values, name) ? Object.entries(values[name] ?? {}) : []),
      check: () => [],
    },
    outputs: [],
    terminal: { width: 100, color: false, unicode: true, verbose: false },
  });
  const problems = [
    ...faults.map(({ step, message }) => `it failed in ${step}: ${message}`),
    ...[...answers.unanswered].map((what) => `the test has no answer when it ${what}`),
    ...report.observations.flatMap((one) => faultsOf(one, misfit)),
  ];
  if (problems.length > 0)
    throw new Error([`The probe ${plugin.name}:`, ...problems.map((one) => `- ${one}`)].join('\n'));
  return seenIn(report);
}

function faultsOf(
  { kind, state, subject, data, reason = '' }: Observation,
  misfit: ReadyProbe['misfit'],
): readonly string[] {
  const what = `${kind} of ${subject.name}`;
  const faults: string[] = [];
  if (state !== 'observed' && reason.trim() === '') faults.push(`${what} is ${state} and says no reason`);
  const wrong = data === undefined ? undefined : misfit(kind, data);
  if (wrong !== undefined) faults.push(`${what} does not fit the schema under emits: ${wrong}`);
  return faults;
}

function seenIn({ observations, calls, verdicts }: Report): Seen {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return {
    calls,
    verdicts,
    observations: observations.map(({ kind, subject, state, data, reason, basis, confidence, evidence }) => ({
      kind,
      subject: subject.name,
      state,
      data,
      ...(reason !== undefined && { reason }),
      ...(basis !== undefined && { basis }),
      ...(confidence !== undefined && { confidence }),
      evidence: evidence.flatMap((id) => byId.get(id) ?? []),
    })),
  };
}

const KIT = 'author-kit';
const TARGETS: Readonly<Record<'stdio' | 'http', Target>> = {
  stdio: { kind: 'stdio', command: ['fake'] },
  http: { kind: 'http', url: 'http://127.0.0.1/mcp' },
};

/** What a run needs besides the probe: who connects, who lists, who judges and who scores. */
function kit(script: Script, answers: FakeAnswers): Plugin {
  return definePlugin({
    name: KIT,
    readsAll: true,
    apply({ hooks }) {
      hooks.connect.tap(KIT, () => fakeSession(script, answers));
      hooks.discovery.tap(KIT, (draft) => {
        for (const tool of script.tools ?? []) draft.addTool(tool);
      });
      hooks.judge.for('json-logic').tap(KIT, judgeWhen);
      hooks.judge.for('code').tap(KIT, judgeCode);
      hooks.score.for(KIT).tap(KIT, () => ({ scorer: KIT, version: '1', value: null, parts: {} }));
    },
  });
}
