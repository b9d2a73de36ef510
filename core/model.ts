/** The words of the product as types: what flows between probes, rules, scorers and reporters. All of it is plain, frozen JSON. */

import type { BaselineComparison } from './baseline/types.js';
import type { JsonObject } from './json.js';
import type { CaseSubject, ManifestSubject, ReadinessSubject } from './manifest/case.js';
import type { Era, RequestOptions, WireCounts } from './session/port.js';

// ---------------------------------------------------------------- what a server offers

/** How to reach a server. */
export interface StdioTarget {
  readonly kind: 'stdio';
  /** Program and arguments, word for word. Never empty. */
  readonly command: readonly string[];
  /** Laid over the inherited environment. Its values are treated as secrets. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A revision of the protocol, or an era: nothing else is spoken. Left out: what the server is found to speak. */
  readonly protocol?: string;
}

export interface HttpTarget {
  readonly kind: 'http';
  readonly url: string;
  /** Values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How a token is got when the server wants one; left out, none is. Excludes an `Authorization` header. */
  readonly oauth?: OAuthOptions;
  /** As of a `StdioTarget`. */
  readonly protocol?: string;
}

/** Source: revision 2025-11-25, authorization; client credentials: its extension SEP-1046. */
export interface OAuthOptions {
  /** `authorization-code`: a person signs in, in a browser. `client-credentials`: the client itself has the right. */
  readonly grant: 'authorization-code' | 'client-credentials';
  /** Who the authorization server knows this client as. Left out: it registers itself. May be the address of a client's metadata. */
  readonly clientId?: string;
  /** A secret. */
  readonly clientSecret?: string;
  /** Instead of the client secret: a key in PKCS #8 PEM that the client signs who it is with. A secret. */
  readonly privateKey?: string;
  /** What to ask for, parted by blanks. Left out: what the server says it wants. */
  readonly scope?: string;
  /** The only authorization server that may be asked. Left out: the one the server names, which gets no secret unless it is of the server's own origin. */
  readonly issuer?: string;
  /** Where the browser comes back to: an address of this machine with a port. Left out: a free port of 127.0.0.1. */
  readonly redirectUrl?: string;
  /** Shows a person the address to sign in at. Without it nobody can sign in. */
  readonly present?: (address: URL) => void;
  /** Milliseconds a person has to sign in; 180,000 when left out. */
  readonly signInMs?: number;
}

export type Target = StdioTarget | HttpTarget;

/** A target with nothing in it that must not be written down. */
export type ShownTarget =
  | {
      readonly kind: 'stdio';
      readonly command: readonly string[];
      /** Names of the variables the user set; their values are treated as secrets. */
      readonly env: readonly string[];
      readonly cwd: string | undefined;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      /** Names of the headers. */
      readonly headers: readonly string[];
    };

/** The server as it introduced itself, odd values made harmless. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly era: Era;
  readonly instructions: string;
  readonly capabilities: JsonObject;
}

/** A tool as listed, odd values made harmless: a missing name is empty text, a schema that is no object is empty. */
export interface Tool {
  /** Place in the list, from 0. Names may repeat; this does not. */
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  readonly annotations: JsonObject;
}

/** Everything the server lists, sealed after discovery. */
export interface Catalog {
  readonly server: ServerIdentity;
  readonly tools: readonly Tool[];
  readonly resources: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

// ---------------------------------------------------------------- subjects

/** What can be observed, by kind. A plugin adds a kind by declaration merging and `CatalogDraft.addSubject`. */
export interface SubjectMap {
  server: ServerSubject;
  tool: ToolSubject;
  manifest: ManifestSubject;
  readiness: ReadinessSubject;
  [kind: `case.${string}`]: CaseSubject;
}
export type SubjectKind = keyof SubjectMap & string;

export interface ServerSubject {
  readonly kind: 'server';
  readonly name: string;
  readonly server: ServerIdentity;
}

export interface ToolSubject {
  readonly kind: 'tool';
  readonly name: string;
  readonly tool: Tool;
  /** Declares or looks read-only (see `isReadOnlyTool`), and the author does not say that it writes. */
  readonly readOnly: boolean;
  /** Valid arguments number `index` (from 0), user values applied; undefined when none can be made. */
  sampleArguments(index?: number): Promise<JsonObject | undefined>;
}

/** A subject as plain data, small enough to stand in every observation and verdict. */
export interface SubjectRef {
  readonly kind: string;
  readonly name: string;
  /** Place in its list, from 0; tells two tools of one name apart. */
  readonly index?: number;
}

// ---------------------------------------------------------------- calls

/** What a probe may do: list only; call what is read-only; or write, which the run must permit. */
export type Effects = 'read' | 'call' | 'mutate';

/** One request on its way to the server. */
export interface CallRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly timeoutMs: number;
  /** The plugin that asks, and what it declared. */
  readonly plugin: string;
  readonly effects: Effects;
  /** What the plugin was looking at; undefined while the server is listed. */
  readonly subject?: SubjectRef;
  /** Number of the session it goes to. */
  readonly session: number;
  /** What else the asker wants of the wire. */
  readonly wire?: Omit<RequestOptions, 'timeoutMs' | 'signal'>;
}

export type CallOutcome = 'result' | 'error' | 'malformed' | 'timeout' | 'aborted' | 'closed' | 'refused';

/** What an answer to a request looks like; a tap on `call` may give one instead of the server. */
export interface CallAnswer {
  /**
   * `refused`: the write gate or the budget kept it from the server, or HTTP status 403 did from the tool. `aborted`: the
   * run is over, or the server turns this client away. `reason` says why.
   */
  readonly outcome: CallOutcome;
  readonly ms: number;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly raw?: unknown;
  readonly reason?: string;
  readonly notes?: readonly JsonObject[];
  readonly questions?: number;
  readonly cancelled?: true;
}

/** A finished call as its probe sees it. The journal keeps a bounded excerpt, not this. */
export interface CallRecord extends CallAnswer {
  /** Number of the call in this run, from 1: what evidence refers to. */
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly plugin: string;
  readonly subject?: SubjectRef;
  readonly session: number;
  /** A result without an error flag. */
  readonly ok: boolean;
}

/** A call as the report keeps it: enough to replay by hand, bounded in size, secrets removed. */
export interface CallEntry {
  readonly id: number;
  readonly plugin: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly outcome: CallOutcome;
  readonly ms: number;
  /** The text of the answer or of the error, at most 500 characters. */
  readonly excerpt: string;
}

// ---------------------------------------------------------------- observations

/** The data of each observation kind. Built-in kinds come from `schemas/observations/`; a plugin adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ObservationMap {}
export type ObservationKind = keyof ObservationMap & string;

export type Confidence = 'high' | 'medium' | 'low';

/**
 * One fact. `observed` carries data; the others carry a reason: `inconclusive` it could not look or tell, `skipped`
 * it does not apply or was not allowed, `incomplete` the connection failed.
 */
export type ObservationState = 'observed' | 'inconclusive' | 'skipped' | 'incomplete';

export interface Observation<K extends string = string> {
  /** Place in the report's list, from 0: what a verdict refers to. */
  readonly number: number;
  readonly kind: K;
  readonly subject: SubjectRef;
  readonly state: ObservationState;
  /** Undefined unless observed. */
  readonly data: (K extends ObservationKind ? ObservationMap[K] : JsonObject) | undefined;
  readonly reason?: string;
  /** How it was found out, in words. */
  readonly basis?: string;
  /** How sure the observation is; beats the rule's own confidence. */
  readonly confidence?: Confidence;
  /** Numbers of the calls it rests on. */
  readonly evidence: readonly number[];
  readonly probe: string;
}

// ---------------------------------------------------------------- rules and verdicts

export type Severity = 'error' | 'warning' | 'info';
export type Toggle = Severity | 'off';

/** Which part of a scorecard, of a manifest run (`gate`) or of the readiness score a rule belongs to. A rule that says nothing is `lint`. */
export type RuleFamily = 'happy' | 'edge' | 'lint' | 'effect' | 'gate' | 'readiness';

/** A rule as its author writes it: data for the `json-logic` engine, or a `judge` function. */
export interface RuleInput {
  readonly id: string;
  /** Present tense, describing the server: "Tool has a description". */
  readonly title: string;
  /** The failing state: "Tool has no description". */
  readonly failure: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** What to do, starting with a verb. `{{field}}` is filled from the data. */
  readonly fix: string;
  readonly since: string;
  readonly observes: string;
  /** Paths of the data without which the rule cannot judge: a gap gives `inconclusive`. */
  readonly requires?: readonly string[];
  readonly family?: RuleFamily;
  /** Defaults of `{ var: 'options.…' }`; a config may change them. */
  readonly options?: JsonObject;
  /** True means: report this. JSON-Logic. */
  readonly when?: unknown;
  /** A rule in code instead of `when`: true means report this. Must not change its input. */
  readonly judge?: (data: JsonObject, options: JsonObject) => boolean;
  /** What is reported. `{{field}}` is filled from the data. */
  readonly message: string;
  /** Which tap of the `judge` hook map judges it. Left out: `json-logic` for `when`, `code` for `judge`. */
  readonly engine?: string;
  /** False: off unless a config, a preset or a flag turns it on. Left out: true. */
  readonly recommended?: boolean;
  /**
   * False: what it finds is shown beside the rest, and counts neither in score nor cap nor gates unless a config or a
   * preset says so. Left out: true. For rules whose findings must not change grades that people already compare.
   */
  readonly counted?: boolean;
  /** Earlier ids. A toggle written for one of them still works. */
  readonly aliases?: readonly string[];
  /** The rule still works; `use` is the id of the one that takes its place. */
  readonly deprecated?: { readonly since: string; readonly use: string };
}

/** Where a value came from, for "why is this rule off?". Line and column count from 1. */
export interface Origin {
  /** A file, a preset (`toolscore:strict`), a flag (`--rule …`) or `built in`. */
  readonly source: string;
  readonly line?: number;
  readonly column?: number;
}

/** A rule in the registry, its toggles applied. */
export interface Rule extends RuleInput {
  readonly family: RuleFamily;
  readonly requires: readonly string[];
  readonly options: JsonObject;
  /** Which tap of the `judge` hook map judges it: `json-logic`, `code`, or one a plugin brings. */
  readonly engine: string;
  /** The plugin or pack that brought it. */
  readonly plugin: string;
  /** What applies in this run, and where that was decided. */
  readonly toggle: Toggle;
  readonly origin: Origin;
  /** Whether its verdicts reach scorers, caps and gates, and where that was decided. */
  readonly counted: boolean;
  readonly countedOrigin: Origin;
  /** What its author says of that. */
  readonly countedByAuthor: boolean;
  /** Path of the rule's Markdown page, when it lies beside the rule's file. */
  readonly page: string | undefined;
}

export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'skipped' | 'incomplete';

/** One rule on one observation. A verdict with outcome `fail` is a finding. */
export interface Verdict {
  readonly rule: string;
  /** Number of the observation it judges. */
  readonly observation: number;
  readonly outcome: Outcome;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly subject: SubjectRef;
  /** Of a finding: what is wrong, and what to do. */
  readonly message?: string;
  readonly fix?: string;
  /** Of the outcomes that are neither pass nor fail: why. */
  readonly reason?: string;
  readonly evidence: readonly number[];
}

// ---------------------------------------------------------------- score, grade, cap

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Every scorer by name, with its options. A plugin adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ScorerMap {}

/** What a scorer reads. Pure data: the order of verdicts must not matter. */
export interface ScoreInput {
  /** Those of rules that count; what the others say never gets here. */
  readonly verdicts: readonly Verdict[];
  readonly rules: ReadonlyMap<string, Rule>;
  /** How many subjects of each kind there are, such as `tool`. */
  readonly subjects: ReadonlyMap<string, number>;
  /** What the verdicts are about; `Verdict.observation` is a place in it. */
  readonly observations: readonly Observation[];
  readonly options: JsonObject;
}

export interface Score {
  readonly scorer: string;
  readonly version: string;
  /** In [0, 1], or null when nothing was judged. */
  readonly value: number | null;
  /** By score alone. Null when there is no value. Left out: the kernel's bands (A from 0.9 … F below 0.6). */
  readonly grade?: Grade | null;
  /** Named shares that make up the value, each in [0, 1] or null for "nothing to measure". */
  readonly parts: Readonly<Record<string, number | null>>;
}

/** The letter a grade may not exceed. `letter` null: no cap. */
export interface GradeCap {
  readonly letter: Grade | null;
  /** `<rule> on <subject>`, or a sentence. */
  readonly reasons: readonly string[];
  /** Letters that caps of this run could lower to, whether or not they did. Left out: nobody says. */
  readonly watched?: readonly Grade[];
}

// ---------------------------------------------------------------- the run and its report

/** What a run may do to the server. Decided by the command line or the API, never by a config or a pack. */
export interface Permissions {
  /** Leave every tool alone that is not read-only. */
  readonly readOnly: boolean;
  /** Every probe that writes may write. */
  readonly allowWrites: boolean;
  /** These plugins may call tools that are not read-only, short of destructive ones that name no target. */
  readonly mayWrite: readonly string[];
  /**
   * Tools that the operator vouches for in a manifest, by name: probes that declare `mutate` may call these whatever
   * they do. Left out: nobody vouches for anything.
   */
  readonly attested?: readonly string[];
  /** The operator says that tools which do not declare that they write are read-only. */
  readonly confirmReadOnly?: boolean;
  /** Why this mode was chosen, for the reader: `client config file`, `--read-only`. */
  readonly because?: string;
}

/** A plugin that threw, where, and what it cost. */
export interface PluginFault {
  readonly plugin: string;
  /** Hook and subject: `observe.tool search_notes`. */
  readonly step: string;
  readonly message: string;
  readonly cost: string;
}

export interface Report {
  readonly toolscore: string;
  readonly server: ServerIdentity;
  readonly tools: readonly Tool[];
  readonly permissions: Permissions;
  /** Whether the run asked for probes; without, no effect was looked for. */
  readonly probed: boolean;
  readonly observations: readonly Observation[];
  readonly verdicts: readonly Verdict[];
  readonly rules: ReadonlyMap<string, Rule>;
  /** By observation kind, the fields of its data that tell two findings of one rule on one subject apart; see `findingIds`. */
  readonly identities: ReadonlyMap<string, readonly string[]>;
  readonly calls: readonly CallEntry[];
  /** How many subjects of each kind the run had, such as `tool`. */
  readonly subjects: ReadonlyMap<string, number>;
  readonly score: Score;
  readonly cap: GradeCap;
  /** The letter after the cap; null when the run was cut short or nothing was judged. */
  readonly grade: Grade | null;
  readonly uncappedGrade: Grade | null;
  readonly faults: readonly PluginFault[];
  /** What the wire saw besides answers. */
  readonly wire: WireCounts;
  /** What the server wrote to standard error last, when it ended by itself during the run. At most 2,000 characters. */
  readonly serverEnded?: { readonly stderr: string } | undefined;
  /** Set when the server died before the probes and was started again for them; `failure` says why that did not work. */
  readonly restart: { readonly failure: string | undefined } | undefined;
  /**
   * The kinds of observations that probes of this run look for, each with what its probe may do: where nothing of another
   * kind was seen, nobody looked. Left out: nobody says.
   */
  readonly sought?: ReadonlyMap<string, Effects> | undefined;
  /** How the findings stand to those of an earlier report. Left out: the run is compared with none. */
  readonly baseline?: BaselineComparison | undefined;
  /** Set when the run did not finish: why, and what did not run. */
  readonly unfinished: { readonly reason: string; readonly notRun: readonly string[] } | undefined;
}

/** A file the user asked for. */
export interface Output {
  readonly format: string;
  /** A file, or `-` for standard output. */
  readonly path: string;
  /** Add to the file instead of replacing it, as a job summary wants. */
  readonly append?: boolean;
}
