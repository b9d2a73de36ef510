/** Runs cases against a scripted server: what reached it is a list, and the report is the kernel's own. */

import { definePlugin, type Plugin } from '../../core/define.js';
import type { JsonObject } from '../../core/json.js';
import type { Kernel } from '../../core/kernel.js';
import { kernelOf } from '../../core/api/kernel-of.js';
import type { CaseRun, ManifestCase } from '../../core/manifest/case.js';
import { manifestRun } from '../../core/manifest/run-plugin.js';
import type { PluginFault, Report, Toggle } from '../../core/model.js';
import type { Era, Opening, Session } from '../../core/session/port.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { type FakeSession, fakeSession, type Meanwhile, RUN, type Script } from '../kernel/fake.js';

export interface RunOfCases {
  readonly report: Report;
  /** Plugins that failed, when the run closed included. */
  readonly faults: readonly PluginFault[];
  /** One for each session that was opened, in order. */
  readonly sessions: readonly FakeSession[];
  readonly openings: readonly Opening[];
  /** Ids of rules that failed on a case. */
  failed(id: string): readonly string[];
  /** Data of an observation of a case; undefined when there is none. */
  data(id: string, kind: string): JsonObject | undefined;
  /** The fault that made a case incomplete. */
  fault(id: string): unknown;
}

const TOOL = { name: 'read', inputSchema: { type: 'object' } };

/** A valid case as the validator would hand it on. */
export function caseOf(probe: string, fields: JsonObject, more: Partial<ManifestCase> = {}): ManifestCase {
  const tool = typeof fields['tool'] === 'string' ? fields['tool'] : null;
  return {
    id: 'one',
    probe,
    access: 'read_only',
    sandbox: undefined,
    fields,
    tools: tool === null ? [] : [tool],
    primaryTool: tool,
    index: 0,
    line: 1,
    ...more,
  };
}

/** Runs cases. `script` answers everything but `tools/list`; it is told which session asks, from 1. */
export async function runCases(
  cases: readonly ManifestCase[],
  script: (method: string, params: JsonObject, session: number, meanwhile: Meanwhile) => ReturnType<Script>,
  {
    tools = [TOOL],
    refuse = () => undefined,
    plugins = [],
    maxRequests,
    capabilities = { tools: {} },
    era = 'initialize',
    transport = 'stdio',
    timeoutMs = 1000,
    options = {},
    readiness = false,
    confirmReadOnly = false,
    scorer = 'gate',
    rules = {},
  }: {
    /** What `tools/list` lists, or how it is answered to a session. */
    readonly tools?: readonly JsonObject[] | ((session: number, params: JsonObject) => ReturnType<Script>);
    /** Why a session cannot be opened; undefined opens it. Its number from 1. */
    readonly refuse?: (session: number) => Error | Promise<Error | undefined> | undefined;
    readonly plugins?: readonly Plugin[];
    readonly maxRequests?: number;
    readonly capabilities?: JsonObject;
    readonly era?: Era;
    readonly transport?: CaseRun['transport'];
    readonly timeoutMs?: number;
    /** Options of plugins, by plugin. */
    readonly options?: Readonly<Record<string, JsonObject>>;
    /** Runs the readiness battery when the cases are done. */
    readonly readiness?: boolean;
    /** The operator says that tools which declare nothing only read. */
    readonly confirmReadOnly?: boolean;
    readonly scorer?: string;
    /** Toggles of rules, by rule. */
    readonly rules?: Readonly<Record<string, Toggle>>;
  } = {},
): Promise<RunOfCases> {
  const sessions: FakeSession[] = [];
  const openings: Opening[] = [];
  const server = definePlugin({
    name: 'fake-server',
    apply({ hooks }) {
      hooks.connect.tapPromise(
        'fake-server',
        async ({ target: __, timeoutMs: ___, signal: ____, early: _____, ...opening }): Promise<Session> => {
          const number = openings.push(opening);
          const refusal = await refuse(number);
          if (refusal !== undefined) throw refusal;
          const session = fakeSession((method, params, meanwhile) => {
            if (method !== 'tools/list') return script(method, params, number, meanwhile);
            return typeof tools === 'function' ? tools(number, params) : { result: { tools } };
          });
          sessions.push(Object.assign(session, { capabilities, era }));
          return session;
        },
      );
    },
  });
  const shipped = manifestPlugins.filter(({ name }) => !name.startsWith('transport-'));
  const kinds = new Map(
    [...shipped, ...plugins].flatMap(({ name, kind }) => (kind === undefined ? [] : [[name, kind] as const])),
  );
  const plan = {
    server: 'local',
    sha256: null,
    file: null,
    cases,
    kinds,
    timeoutMs,
    readiness,
  } as const;
  const given = Object.entries(options).map(([plugin, values]) => ({
    plugin,
    options: values,
    origin: { source: 'options' },
  }));
  const layers = [{ source: 'options', rules, locate: () => ({ source: 'options' }) }];
  const kernel: Kernel = await kernelOf(
    { layers, probes: given, scoring: { use: undefined, options: {}, origins: new Map() } },
    { defaultScorer: scorer, scorers: new Map() },
    {
      version: '0.0.0',
      permissions: {
        readOnly: false,
        allowWrites: false,
        mayWrite: [],
        attested: cases.flatMap((one) => one.tools),
        confirmReadOnly,
      },
      plugins: [server, ...shipped, ...plugins, manifestRun(plan)],
      outside: [],
    },
  );
  const { report, faults } = await kernel.run({
    ...RUN,
    ...(transport === 'http' && { target: { kind: 'http', url: 'http://127.0.0.1/' } as const }),
    ...(maxRequests !== undefined && { maxRequests }),
  });
  const observed = (id: string, kind: string) =>
    report.observations.find((one) => one.kind === kind && one.subject.name === id);
  return {
    report,
    faults,
    sessions,
    openings,
    failed: (id) =>
      report.verdicts
        .filter(({ outcome, subject }) => outcome === 'fail' && subject.name === id)
        .map(({ rule }) => rule),
    data: (id, kind) => observed(id, kind)?.data,
    fault: (id) => observed(id, 'case.connection')?.data?.['fault'],
  };
}
