/** What a plugin may tap, typed. The kernel hands each plugin its own view of these, so every tap is named and isolated. */

import type { EffectConfig } from './effects/config.js';
import type { JsonObject } from './json.js';
import type {
  CallAnswer,
  CallRecord,
  CallRequest,
  GradeCap,
  Observation,
  ObservationKind,
  ObservationMap,
  Origin,
  Output,
  Permissions,
  Report,
  Rule,
  Score,
  ScoreInput,
  ScorerMap,
  ShownTarget,
  SubjectKind,
  SubjectMap,
  Target,
  Tool,
  Catalog,
  Verdict,
  Confidence,
} from './model.js';
import type { Opening, RequestOptions, Session, SessionInfo, WireCounts } from './session/port.js';

/** One hook as a plugin sees it. The name of a tap is for the reader; the kernel always knows the plugin besides. */
export interface SyncTap<Arguments extends readonly unknown[], Result> {
  tap(name: string, listener: (...args: Arguments) => Result): void;
}

export interface AsyncTap<Arguments extends readonly unknown[], Result> {
  tap(name: string, listener: (...args: Arguments) => Result): void;
  tapPromise(name: string, listener: (...args: Arguments) => Promise<Result>): void;
}

/** The hooks of the kernel. In a bail hook `undefined` means "not mine", in a waterfall "unchanged". */
export interface PluginHooks {
  /** Before anything connects: check your own options, and `problem(…)` what is wrong with them. */
  readonly validate: SyncTap<[ValidateInput], void>;
  /** Target to session: return one if you know this target. The last plugin is asked first, so yours may take over. */
  readonly connect: AsyncTap<[ConnectRequest], Session | undefined>;
  /** Add what the server lists to the draft. Taps run in parallel. */
  readonly discovery: AsyncTap<[CatalogDraft, DiscoveryScope], void>;
  /** Return a changed request, or nothing. */
  readonly prepareCall: AsyncTap<[CallRequest, SessionInfo], CallRequest | undefined>;
  /** Answer instead of the server. The last plugin is asked first; the server itself is asked when nobody answers. */
  readonly call: AsyncTap<[CallRequest, SessionInfo], CallAnswer | undefined>;
  /** Listen to finished calls. */
  readonly called: SyncTap<[CallRecord], void>;
  /** By subject kind: look at the subjects and emit observations. Taps run one after the other, each over all subjects. */
  readonly observe: { for<S extends SubjectKind>(kind: S): AsyncTap<[ObserveScope<S>], void> };
  /** By rule engine: true means the rule fires. */
  readonly judge: { for(engine: string): SyncTap<[JudgeInput], Judgement | undefined> };
  /** Change a verdict: another severity, a waiver. */
  readonly verdict: SyncTap<[Verdict, Rule], Verdict | undefined>;
  /** By scorer name: compute the score. */
  readonly score: {
    for<N extends keyof ScorerMap & string>(
      name: N,
    ): SyncTap<[ScoreInput & { readonly options: ScorerMap[N] }], Score | undefined>;
    for(name: string): SyncTap<[ScoreInput], Score | undefined>;
  };
  /** Lower the cap and give a reason, with `lowerCap`. */
  readonly gradeCap: SyncTap<[GradeCap, ScoreInput], GradeCap | undefined>;
  /** Write the outputs you know. */
  readonly report: AsyncTap<[ReportInput], void>;
  /** Clean up. Always runs. */
  readonly close: AsyncTap<[RunSummary], void>;
}

export interface ValidateInput {
  /** Options of the tapping plugin, config laid over its defaults. */
  readonly options: JsonObject;
  readonly permissions: Permissions;
  /** Reports one thing that is wrong; the run ends with all of them before any server is contacted. */
  problem(message: string): void;
}

export interface ConnectRequest extends Opening {
  readonly target: Target;
  /** Milliseconds that the handshake may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A session already on its way, because the command line started the server before the rest was loaded. */
  readonly early: Promise<Session> | undefined;
}

/** The catalog while it is being made. */
export interface CatalogDraft {
  /** Anything the server listed as a tool. Returns false, and drops it, when it is no object. */
  addTool(listed: unknown): boolean;
  addResource(listed: unknown): boolean;
  addPrompt(listed: unknown): boolean;
  /** Adds a subject of a kind that a plugin brings. */
  addSubject<S extends SubjectKind>(subject: SubjectMap[S]): void;
}

/** All as in `RequestOptions`; the time is the run's when left out. */
export interface CallOptions extends Omit<RequestOptions, 'timeoutMs' | 'signal'> {
  readonly timeoutMs?: number;
}

/** Hears notifications of one method, in order, from the moment it was made. */
export interface Ear {
  /** Resolves to true once one with such parameters has come, at once when it already has; to false after `ms`, or when the session or the run is over. */
  wait(matches: (params: JsonObject) => boolean, ms: number): Promise<boolean>;
  /** Stops listening. */
  stop(): void;
}

/** One of the run's sessions with the server. Calls go through the `call` hook, like all others. */
export interface OpenSession {
  /** From 1, in the order they were opened. */
  readonly number: number;
  readonly info: SessionInfo;
  readonly closed: boolean;
  readonly call: Call;
  /** At most 1,000 notifications are kept. */
  listen(method: string): Ear;
  /** Ends the session and, over stdio, its server process. Safe to call twice; the run ends what is left open. */
  close(): Promise<void>;
}

/** The sessions of a run. Every one of them is another connection to the same target. */
export interface Sessions {
  /** Where `scope.call` goes. */
  readonly main: OpenSession;
  /** Opens another one beside it. @throws ServerError when that does not work */
  open(opening?: Omit<Opening, 'spend'>): Promise<OpenSession>;
  /** Ends the main session and opens another in its place. @throws ServerError when that does not work */
  renew(): Promise<void>;
  /** The run's time or its number of requests is used up: nothing more reaches the server. */
  readonly exhausted: boolean;
  /** What the wire of all of them saw so far besides answers. */
  readonly counts: WireCounts;
}

/** Asks the server, through the `call` hook: gate, budget, timeout and journal included. Never rejects. */
export type Call = (method: string, params?: JsonObject, options?: CallOptions) => Promise<CallRecord>;

export interface DiscoveryScope {
  /** How the server is reached. */
  readonly transport: Target['kind'];
  readonly session: SessionInfo;
  readonly signal: AbortSignal;
  readonly call: Call;
  readonly sessions: Sessions;
}

export interface EmitOptions {
  readonly basis?: string;
  readonly confidence?: Confidence;
  /** The calls it rests on. Left out: all calls this probe made on this subject since its last emit. */
  readonly evidence?: readonly CallRecord[];
  /** Under another subject name than the one observed, such as `<instructions>`. */
  readonly subject?: { readonly kind: string; readonly name: string; readonly index?: number };
}

/** What a probe has in hand while it looks at one subject. */
export interface ProbeScope<S extends SubjectKind = SubjectKind, Options = JsonObject> {
  readonly subject: SubjectMap[S];
  readonly catalog: Catalog;
  /** How the server is reached. */
  readonly transport: Target['kind'];
  readonly session: SessionInfo;
  readonly permissions: Permissions;
  /** What the author declared about the server's effects. */
  readonly effects: EffectConfig;
  readonly options: Options;
  /** Aborted when the run is over its time or was interrupted. */
  readonly signal: AbortSignal;
  readonly call: Call;
  /** For probes that need more than one session, or another than the one that is there. */
  readonly sessions: Sessions;
  /** Values the user gave for arguments of this tool, by property name. */
  values(tool: Tool): ReadonlyMap<string, unknown>;
  /** Whether anybody reads observations of this kind. To be asked before emitting many of them. */
  wanted(kind: ObservationKind): boolean;
  /** Whether the write gate would let this probe call that tool; the reason when it would not. */
  mayCall(tool: Tool): { readonly allowed: true } | { readonly allowed: false; readonly reason: string };
  emit<K extends ObservationKind>(kind: K, data: ObservationMap[K], options?: EmitOptions): void;
  /** It looked and cannot tell, or could not look; a person must be able to act on the reason. */
  inconclusive<K extends ObservationKind>(
    kind: K,
    reason: string,
    data?: ObservationMap[K],
    options?: EmitOptions,
  ): void;
  /** It does not apply or was not allowed. */
  skipped<K extends ObservationKind>(kind: K, reason: string, data?: ObservationMap[K], options?: EmitOptions): void;
  /** The connection failed. */
  incomplete<K extends ObservationKind>(kind: K, reason: string, data?: ObservationMap[K], options?: EmitOptions): void;
}

/** Payload of `observe`: all subjects of one kind, and a scope for each. */
export interface ObserveScope<S extends SubjectKind = SubjectKind> {
  readonly subjects: readonly SubjectMap[S][];
  /** Runs `look` for one subject after the other; one that throws costs its own observations and nothing else. */
  each(look: (scope: ProbeScope<S>) => void | Promise<void>, options?: EachOptions<S>): Promise<void>;
}

export interface EachOptions<S extends SubjectKind = SubjectKind> {
  /** Left out: all subjects. */
  readonly only?: (subject: SubjectMap[S]) => boolean;
  /** Look also when the run is over its time: for what asks the server nothing. */
  readonly evenLate?: true;
}

export interface JudgeInput {
  readonly rule: Rule;
  readonly observation: Observation & { readonly data: JsonObject };
}

export interface Judgement {
  readonly fires: boolean;
}

export interface ReportInput {
  readonly report: Report;
  /** The server that was looked at, secrets removed. */
  readonly target: ShownTarget;
  /** The file that says which server this is, and where in it; left out when no file does, as for a typed command. */
  readonly declaredIn?: Origin | undefined;
  readonly outputs: readonly Output[];
  /** Writes one output: a file, its folder made when missing, or standard output for the path `-`. */
  write(output: Output, text: string): Promise<void>;
  readonly terminal: Terminal;
}

/** What standard output can show. */
export interface Terminal {
  /** Columns; 100 when it is no terminal. */
  readonly width: number;
  readonly color: boolean;
  /** False when box characters would not show. */
  readonly unicode: boolean;
  readonly verbose: boolean;
}

export interface RunSummary {
  readonly report: Report | undefined;
}
