/** Declares a kind of manifest probe: a plugin with its own fields, facts and labels. */

import { observationSchemas } from '../../schemas/gate.gen.js';
import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import type { CallRecord, ObservationKind, RuleInput } from '../model.js';
import type { ProbeScope } from '../hooks.js';
import type { Opening } from '../session/port.js';
import { ServerError } from '../session/port.js';
import { type CaseRun, type Fault, FAULT_LABELS, type ManifestCase, type RunCatalog } from './case.js';
import type { FieldSet, KindDeclaration, Values } from './declaration.js';
import type { OutcomeFacts } from './expect.js';
import { CaseFault, Peer } from './peer.js';

export interface Bound {
  /** Name of the field that sets the limit. */
  readonly bound: string;
  readonly limit: number;
  readonly observed: number;
}

/** What a kind saw. Numbers and words of ours only: nothing that the server or the manifest said. */
export interface CaseFacts {
  /** In the kind's own unit: calls, pages or steps. */
  readonly attempts: number;
  /** Where it ended, from 1, in the same unit: the first failure, if its rules say that it failed. Left out: `attempts`. */
  readonly at?: number;
  /** Of a kind that repeats a sequence of calls: how many steps one round has. Advice on a failure then tells how to find the call. */
  readonly steps?: number;
  readonly measurements?: JsonObject;
  /** In the order in which a report looks for the one that was exceeded. */
  readonly bounds?: readonly Bound[];
  /** How the decisive call ended, for the labels that all kinds share. */
  readonly outcome?: OutcomeFacts;
  /** Data of the kind's own observation, `case.<kind>`. */
  readonly facts?: JsonObject;
}

/** What a kind has in hand while it runs one case. */
export interface CaseScope<V = JsonObject> {
  readonly id: string;
  readonly fields: V;
  readonly catalog: RunCatalog;
  /** Milliseconds one request may take. */
  readonly timeoutMs: number;
  readonly era: CaseRun['era'];
  readonly transport: CaseRun['transport'];
  /** The run's main session. */
  readonly main: Peer;
  /**
   * Opens another connection; it is closed when the case is over, or at once when it comes too late for that.
   * @throws CaseFault when that does not work
   */
  open(opening?: Omit<Opening, 'spend'>): Promise<Peer>;
  /** Aborted when the run is over its time. */
  readonly signal: AbortSignal;
  /** True when nothing more reaches the server; what was seen since does not count. */
  readonly exhausted: () => boolean;
}

export interface KindInput<F extends FieldSet> extends KindDeclaration<F> {
  readonly name: string;
  readonly summary: string;
  /** Schema of the data of `case.<name>`, for kinds that have such facts. */
  readonly emits?: Readonly<Record<`case.${string}`, JsonObject | string | URL>>;
  readonly rules?: readonly RuleInput[];
  /**
   * Runs one case and says what it saw. Judges nothing.
   * @throws CaseFault when the case cannot be completed
   */
  run(scope: CaseScope<Values<F>>): Promise<CaseFacts>;
}

/** Declares a kind. Its name is the value of `probe` in a manifest. */
export function defineKind<F extends FieldSet>(input: KindInput<F>): Plugin {
  const { name, summary, emits = {}, rules = [], run, ...declaration } = input;
  const subject = `case.${name}` as const;
  return {
    name,
    summary,
    // A manifest's author vouches for its tools; the gate lets no other be called.
    effects: 'mutate',
    emits: { ...caseSchemas, ...emits },
    rules,
    kind: { summary, ...declaration } as unknown as KindDeclaration,
    apply({ hooks }) {
      hooks.observe
        .for(subject)
        .tapPromise(name, ({ each }) =>
          each((scope) => observeCase(scope, run as KindInput<FieldSet>['run'], declaration)),
        );
    },
  };
}

/** What every case may leave. */
const caseSchemas = {
  'case.run': observationSchemas['case.run'],
  'case.outcome': observationSchemas['case.outcome'],
  'case.connection': observationSchemas['case.connection'],
};

type Run = KindInput<FieldSet>['run'];
type Scope = ProbeScope<`case.${string}`>;

async function observeCase(
  scope: Scope,
  run: Run,
  { needsCatalog }: Pick<KindDeclaration<never>, 'needsCatalog'>,
): Promise<void> {
  const { case: given, run: shared } = scope.subject;
  const fault = await obstacle(scope, shared, needsCatalog ?? true);
  if (fault !== undefined) return emitFault(scope, fault);
  const opened: Opened = { peers: [], over: false };
  const inHand = caseScope(scope, given, shared, opened);
  try {
    const seen = await run(inHand);
    emitFacts(scope, given, seen, callsOf(inHand.main, opened));
  } catch (error) {
    if (!(error instanceof CaseFault)) throw error;
    shared.spoiled = true;
    emitFault(scope, error.fault, callsOf(inHand.main, opened));
  } finally {
    opened.over = true;
    await Promise.all(opened.peers.map(({ session }) => session.close()));
  }
}

/** The sessions that a case opened beside the main one. */
interface Opened {
  readonly peers: Peer[];
  over: boolean;
}

function emitFault(scope: Scope, fault: Fault, evidence: readonly CallRecord[] = []): void {
  scope.incomplete('case.run', FAULT_LABELS[fault], undefined, { evidence });
  scope.emit('case.connection', { fault }, { evidence });
}

/** Every call of a case, in the order they were made: each of its observations rests on all of them. */
function callsOf(main: Peer, { peers }: Opened): readonly CallRecord[] {
  return [main, ...peers].flatMap(({ calls }) => calls).toSorted((a, b) => a.id - b.id);
}

/** Makes sure that there is a usable main session; says what stands in the way. P-14, R-7, R-13, R-17. */
async function obstacle({ sessions }: Scope, run: CaseRun, needsCatalog: boolean): Promise<Fault | undefined> {
  if (sessions.exhausted) return 'budget';
  if (run.lost !== undefined) return run.lost;
  if (needsCatalog && run.catalog.fault !== undefined) return run.catalog.fault;
  if (!run.spoiled && !sessions.main.closed) return undefined;
  try {
    await sessions.renew();
    run.spoiled = false;
    return undefined;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    run.lost = sessions.exhausted ? 'budget' : error.fault;
    return run.lost;
  }
}

function caseScope(scope: Scope, given: ManifestCase, run: CaseRun, opened: Opened): CaseScope<never> {
  const { sessions, signal } = scope;
  // Also when it is another session that fails: the next case owes nothing to this one. P-14
  const spoil = (): void => void (run.spoiled = true);
  return {
    id: given.id,
    fields: given.fields as never,
    catalog: run.catalog,
    timeoutMs: run.timeoutMs,
    era: run.era,
    transport: run.transport,
    main: new Peer(sessions.main, sessions, spoil),
    signal,
    exhausted: () => sessions.exhausted,
    async open(opening = {}) {
      try {
        const session = await sessions.open(opening);
        const peer = new Peer(session, sessions, spoil);
        opened.peers.push(peer);
        if (!opened.over) return peer;
        // Whoever asked for it has stopped waiting.
        await session.close();
        throw new CaseFault('timeout');
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        throw new CaseFault(sessions.exhausted ? 'budget' : error.fault);
      }
    },
  };
}

function emitFacts(
  scope: Scope,
  { probe, primaryTool }: ManifestCase,
  seen: CaseFacts,
  evidence: readonly CallRecord[],
): void {
  const { attempts, at = attempts, measurements = {}, bounds = [], steps, outcome, facts } = seen;
  const on = { evidence };
  const run = { probe, tool: primaryTool, attempts, at, measurements, bounds: [...bounds] };
  scope.emit('case.run', { ...run, ...(steps !== undefined && { steps }) } as never, on);
  if (outcome !== undefined) scope.emit('case.outcome', { ...outcome }, on);
  if (facts !== undefined && isObject(facts)) scope.emit(`case.${probe}` as ObservationKind, facts as never, on);
}
