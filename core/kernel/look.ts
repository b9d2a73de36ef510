/** The part of a run that talks to the server: discovery, then every probe over its subjects. */

import type { Plugin } from '../define.js';
import { UsageError } from '../errors.js';
import { emptyEffectConfig } from '../effects/config.js';
import { groupBy } from '../group.js';
import { repeatsArguments, whyLeftOut } from '../header-marks.js';
import type { JsonObject } from '../json.js';
import type { CallEntry, Catalog, Observation, Permissions, Report, SubjectKind, SubjectMap, Tool } from '../model.js';
import { happyArguments } from '../schema/happy.js';
import { Calls } from './calls.js';
import type { Budget } from './budget.js';
import { Draft, identityOf } from './catalog.js';
import type { Connections } from './connections.js';
import type { Faults } from './faults.js';
import { Gate } from './gate.js';
import type { RunInput } from './input.js';
import { Observations } from './observe.js';
import { type Ask, sessionsFor } from './sessions.js';
import type { KernelHooks } from './taps.js';

/** What a run saw, before anybody has judged it. */
export interface Seen {
  readonly catalog: Catalog;
  /** Whether the run asked for probes. */
  readonly probed: boolean;
  /** What came of starting a dead server again. */
  readonly restart: Report['restart'];
  readonly observations: readonly Observation[];
  readonly calls: readonly CallEntry[];
  /** See `Report.sought`. */
  readonly sought?: Report['sought'];
  /** How many subjects of each kind there are. */
  readonly subjects: ReadonlyMap<string, number>;
  /** Why the run was cut short; undefined when it was not. */
  readonly cutShort: string | undefined;
  readonly notRun: readonly string[];
}

export interface LookParts {
  readonly hooks: KernelHooks;
  readonly faults: Faults;
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly options: ReadonlyMap<string, JsonObject>;
  readonly permissions: Permissions;
  /** Kinds of observations that some rule reads. */
  readonly read: ReadonlySet<string>;
}

type AnySubject = SubjectMap[SubjectKind];

/**
 * @throws ServerError when the server cannot be listed
 * @throws UsageError when given argument values or declared effects do not fit its tools
 */
export async function look(
  parts: LookParts,
  input: RunInput,
  connections: Connections,
  budget: Budget,
  signal: AbortSignal,
): Promise<Seen> {
  const { hooks, plugins, options, permissions } = parts;
  const { timeoutMs, values, effects, log } = input;
  const declared = effects?.config ?? emptyEffectConfig;
  const gate = new Gate(permissions);
  const { info } = connections.main;
  const calls = new Calls({ hooks, gate, connections, limits: { timeoutMs, budget } }, signal, log);

  const { catalog, added } = await discover(parts, calls, connections, budget, signal, input);
  log?.debug({ tools: catalog.tools.length }, 'listed');
  const misfits = [...values.check(catalog.tools), ...(effects?.check?.(catalog.tools) ?? [])];
  if (misfits.length > 0) throw new UsageError(misfits);
  const mirrors = repeatsArguments(input.target.kind, info.era);
  gate.know(catalog.tools, declared.writes, ({ inputSchema }) => (mirrors ? whyLeftOut(inputSchema) : undefined));

  let restart: Report['restart'];
  const beforeProbes = async (): Promise<void> => {
    if (restart !== undefined) return;
    restart = await connections.revive();
    if (restart === undefined) return;
    log?.warn(restart, 'the server died and was started again for the probes');
    if (restart.failure !== undefined)
      calls.lose(`the server died before the probes and did not start again: ${restart.failure}`);
  };

  const observations = new Observations({
    ...parts,
    calls,
    connections,
    budget,
    gate,
    catalog,
    transport: input.target.kind,
    session: info,
    signal,
    values: (tool) => values.for(tool),
    effects: declared,
    wanted: wantedBy(parts),
    progress: input.progress ?? (() => {}),
    beforeProbes,
  });
  const subjects = subjectsOf(catalog, added, gate, input);
  const { looksAt = () => true } = input;
  for (const ofKind of neighbours(subjects.filter(({ kind }) => looksAt(kind)))) {
    const kind = (ofKind[0] as AnySubject).kind;
    await hooks.observe.get(kind)?.promise((name) => {
      const plugin = plugins.get(name) as Plugin;
      return observations.scopeFor(plugin, options.get(name) ?? {}, isWanted(plugin, input) ? ofKind : []);
    });
  }
  return {
    catalog,
    probed: input.probes === true,
    sought: soughtIn(plugins, input),
    restart,
    observations: observations.list,
    // Two sessions may answer in another order than they were asked in.
    calls: calls.journal.toSorted((a, b) => a.id - b.id),
    subjects: new Map([...groupBy(subjects, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length])),
    cutShort: signal.aborted ? String(signal.reason) : calls.turnedAway,
    notRun: observations.notRun,
  };
}

function wantedBy({ plugins, read }: LookParts): (kind: string) => boolean {
  const everything = [...plugins.values()].some(({ readsAll }) => readsAll === true);
  return (kind) => everything || read.has(kind);
}

/** Whether this run asks for the plugin's observations. */
function isWanted({ effects = 'read', optIn }: Plugin, { only, probes }: RunInput): boolean {
  return (only === undefined || only.includes(effects)) && (optIn !== true || probes === true);
}

function soughtIn(plugins: LookParts['plugins'], input: RunInput): Seen['sought'] {
  const wanted = [...plugins.values()].filter((plugin) => isWanted(plugin, input));
  return new Map(
    wanted.flatMap(({ emits = {}, effects = 'read' }) => Object.keys(emits).map((kind) => [kind, effects] as const)),
  );
}

async function discover(
  { hooks, plugins }: LookParts,
  calls: Calls,
  connections: Connections,
  budget: Budget,
  signal: AbortSignal,
  { tools: known, target }: RunInput,
): Promise<ReturnType<Draft['seal']>> {
  const draft = new Draft();
  if (known !== undefined) {
    for (const tool of known) draft.addTool(tool);
    return draft.seal(identityOf(connections.main.info));
  }
  await hooks.discovery.promise(draft, (plugin) => {
    const asker = { plugin, effects: plugins.get(plugin)?.effects ?? 'read' };
    const ask: Ask = (method, params = {}, options, member) => calls.ask(asker, method, params, options, member);
    return {
      transport: target.kind,
      session: connections.main.info,
      signal,
      call: (method, params, options) => ask(method, params, options),
      sessions: sessionsFor(ask, { connections, budget, signal }),
    };
  });
  return draft.seal(identityOf(connections.main.info));
}

function subjectsOf(
  catalog: Catalog,
  added: readonly AnySubject[],
  gate: Gate,
  { values }: RunInput,
): readonly AnySubject[] {
  const server: AnySubject = { kind: 'server', name: catalog.server.name, server: catalog.server };
  return [server, ...catalog.tools.map((tool) => toolSubject(tool, gate, values)), ...added];
}

/** Neighbours of one kind together, so that who adds subjects decides in which order they are looked at. */
function neighbours(subjects: readonly AnySubject[]): readonly (readonly AnySubject[])[] {
  const groups: AnySubject[][] = [];
  for (const subject of subjects) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === subject.kind) last.push(subject);
    else groups.push([subject]);
  }
  return groups;
}

function toolSubject(tool: Tool, gate: Gate, values: RunInput['values']): SubjectMap['tool'] {
  return {
    kind: 'tool',
    name: tool.name,
    tool,
    readOnly: gate.isReadOnly(tool),
    async sampleArguments(index = 0) {
      const made = await happyArguments(tool, index, { values: values.for(tool) });
      return made.ok ? made.arguments : undefined;
    },
  };
}
