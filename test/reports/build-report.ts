/** Reports made in code: what a run would hand to the reporters, scored by the real scorer. */

import {
  type CallEntry,
  type Confidence,
  type Grade,
  type GradeCap,
  GRADES,
  gradeOf,
  type JsonObject,
  type Observation,
  type Outcome,
  type Permissions,
  type PluginFault,
  type Report,
  type Rule,
  type RuleFamily,
  type Severity,
  type SubjectRef,
  type Tool,
  type Verdict,
} from '../../core/index.js';
import { scorecard } from '../../plugins/scorecard.js';

export const RULES: readonly Rule[] = [
  ruleOf(
    'scenario-happy',
    'happy',
    'tool.happy-case',
    'error',
    'Accept the arguments that the input schema allows, or narrow the schema.',
  ),
  ruleOf(
    'scenario-edge',
    'edge',
    'tool.edge-case',
    'error',
    'Validate arguments before using them and answer with an error.',
  ),
  ruleOf('property-untyped', 'lint', 'tool.property', 'error', 'Give the property a type.'),
  ruleOf('description-short', 'lint', 'tool.listing', 'warning', 'Say what the tool does and when to choose it.'),
  ruleOf(
    'required-undeclared',
    'lint',
    'tool.listing',
    'warning',
    'Add a required list, an empty one when nothing is required.',
  ),
  ruleOf('text-conceal', 'lint', 'text.content', 'error', 'Remove the words.'),
  ruleOf('house-prefix', 'lint', 'tool.listing', 'warning', 'Begin the name with the team prefix.'),
  ruleOf('house-owner', 'lint', 'tool.listing', 'info', 'Name an owner.'),
  ruleOf('probe-bound-exceeded', 'effect', 'tool.bound', 'error', 'Cut the answer.'),
  uncounted(ruleOf('probe-only-shown', 'effect', 'tool.answer', 'error', 'Set isError.')),
  ruleOf(
    'probe-silent-noop',
    'effect',
    'tool.round-trip',
    'error',
    'Answer with an error, or say that nothing changed.',
  ),
];

export function ruleOf(id: string, family: RuleFamily, observes: string, severity: Severity, fix: string): Rule {
  return {
    id,
    family,
    observes,
    severity,
    fix,
    title: 'Fine',
    failure: 'Not fine',
    confidence: 'high',
    since: '0.1.0',
    message: 'not fine',
    requires: [],
    options: {},
    engine: 'code',
    plugin: id.startsWith('house-') ? './my-rule' : 'built in',
    toggle: severity,
    origin: { source: 'built in' },
    counted: true,
    countedOrigin: { source: 'built in' },
    countedByAuthor: true,
    page: undefined,
  };
}

/** The same rule, as one whose findings are only shown. */
export function uncounted(rule: Rule, more: Partial<Rule> = {}): Rule {
  return { ...rule, counted: false, countedByAuthor: false, ...more };
}

export interface CaseInput {
  readonly outcome?: 'result' | 'error-result' | 'error' | 'input-required' | 'timeout' | 'transport';
  readonly ms?: number;
  readonly detail?: string;
  readonly args?: JsonObject;
  readonly description?: string;
}

export interface FindingInput {
  readonly message: string;
  readonly fix?: string;
  readonly severity?: Severity;
  readonly confidence?: Confidence;
}

/** Adds one thing after the other, as a run would; `build` scores and freezes it. */
export class ReportBuilder {
  readonly #tools: Tool[] = [];
  readonly #observations: Observation[] = [];
  readonly #verdicts: Verdict[] = [];
  readonly #calls: CallEntry[] = [];
  readonly #rules: ReadonlyMap<string, Rule>;
  #server = {
    name: 'notes-server',
    version: '1.1.0',
    protocolVersion: '2026-07-28',
    era: 'stateless' as Report['server']['era'],
    instructions: '',
    capabilities: {},
  };

  constructor(rules: readonly Rule[] = RULES) {
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
  }

  server(server: Partial<Report['server']>): this {
    this.#server = { ...this.#server, ...server };
    return this;
  }

  tool(name: string, listed: Partial<Tool> = {}): this {
    const index = this.#tools.length;
    const schema = { type: 'object', properties: {}, required: [] };
    this.#tools.push({
      description: 'Does something useful.',
      inputSchema: schema,
      outputSchema: undefined,
      annotations: {},
      ...listed,
      name,
      index,
    });
    return this;
  }

  /** A case that was called and judged: a happy one passes with a result, an edge one with any answer. */
  scenario(
    kind: 'happy' | 'edge',
    tool: string,
    { outcome = 'result', ms = 1, detail, args = {}, description }: CaseInput = {},
  ): this {
    const subject = this.subject(tool);
    const text = detail ?? (outcome === 'result' ? 'ok' : `the answer was ${outcome}`);
    const number =
      this.#observations.filter((one) => one.kind === `tool.${kind}-case` && one.subject.index === subject.index)
        .length + 1;
    const evidence = [this.#call(tool, args, outcome, ms, text)];
    const data = {
      tool,
      number,
      description: description ?? `${kind} case ${number}`,
      arguments: args,
      outcome,
      durationMs: ms,
      detail: text,
    };
    this.#observations.push({
      number: this.#observations.length,
      kind: `tool.${kind}-case`,
      subject,
      state: 'observed',
      data,
      evidence,
      probe: 'scenarios',
    });
    const ok = outcome === 'result' || (kind === 'edge' && outcome !== 'timeout' && outcome !== 'transport');
    const message = `${tool} ${kind === 'happy' ? 'fails on valid input' : 'crashes on bad input'}: ${text}`;
    return this.verdict(`scenario-${kind}`, tool, ok ? 'pass' : 'fail', ok ? {} : { message }, evidence);
  }

  leftOut(
    kind: 'happy' | 'edge',
    tool: string,
    reason: string,
    state: 'skipped' | 'inconclusive' | 'incomplete' = 'skipped',
  ): this {
    this.#observations.push({
      number: this.#observations.length,
      kind: `tool.${kind}-case`,
      subject: this.subject(tool),
      state,
      data: undefined,
      reason,
      evidence: [],
      probe: 'scenarios',
    });
    return this.verdict(`scenario-${kind}`, tool, state, { reason });
  }

  finding(rule: string, tool: string, finding: FindingInput, evidence: readonly number[] = []): this {
    return this.verdict(rule, tool, 'fail', finding, evidence);
  }

  /** What a probe of effects saw, and what the rule made of it. */
  effect(
    rule: string,
    tool: string,
    outcome: Outcome,
    more: Partial<FindingInput> & {
      readonly basis?: string;
      readonly reason?: string;
      readonly data?: JsonObject;
    } = {},
  ): this {
    const { basis = 'any read tool', reason, data = {}, ...finding } = more;
    const state = outcome === 'pass' || outcome === 'fail' ? 'observed' : outcome;
    const evidence = [this.#call(tool, {}, 'result', 1, 'stored')];
    const subject = this.subject(tool);
    this.#observations.push({
      number: this.#observations.length,
      kind: this.#rules.get(rule)?.observes ?? '',
      subject,
      state,
      data,
      evidence,
      probe: 'round-trip',
      basis,
      ...(reason !== undefined && { reason }),
    });
    return this.verdict(rule, tool, outcome, { ...finding, ...(reason !== undefined && { reason }) }, evidence);
  }

  verdict(
    rule: string,
    tool: string,
    outcome: Outcome,
    more: Partial<FindingInput> & { readonly reason?: string } = {},
    evidence: readonly number[] = [],
  ): this {
    const meta = this.#rules.get(rule);
    if (meta === undefined) throw new Error(`no rule ${rule}`);
    const { severity = meta.severity, confidence = meta.confidence, ...texts } = more;
    this.#verdicts.push({
      rule,
      // Of what was observed last, as a run judges it.
      observation: this.#observations.length - 1,
      outcome,
      severity,
      confidence,
      subject: this.subject(tool),
      evidence,
      ...(outcome === 'fail' && { fix: meta.fix }),
      ...texts,
    });
    return this;
  }

  /** The last tool of that name; anything else is the server's. */
  subject(tool: string): SubjectRef {
    const found = this.#tools.findLast(({ name }) => name === tool);
    return found === undefined ? { kind: 'server', name: tool } : { kind: 'tool', name: tool, index: found.index };
  }

  build(
    more: {
      readonly permissions?: Partial<Permissions>;
      readonly probed?: boolean;
      readonly cap?: GradeCap;
      readonly faults?: readonly PluginFault[];
      readonly unfinished?: Report['unfinished'];
      readonly wire?: Partial<Report['wire']>;
      readonly score?: Report['score'];
      readonly restart?: Report['restart'];
    } = {},
  ): Report {
    const subjects = new Map([
      ['server', 1],
      ['tool', this.#tools.length],
    ]);
    const score =
      more.score ??
      scorecard({
        verdicts: this.#verdicts.filter(({ rule }) => this.#rules.get(rule)?.counted),
        rules: this.#rules,
        subjects,
        observations: [],
        options: {},
      });
    const cap = more.cap ?? { letter: null, reasons: [] };
    const uncapped = more.unfinished !== undefined || score.value === null ? null : gradeOf(score.value);
    return {
      toolscore: '0.1.0',
      server: this.#server,
      tools: this.#tools,
      permissions: { readOnly: false, allowWrites: false, mayWrite: ['scenarios'], ...more.permissions },
      probed: more.probed ?? false,
      observations: this.#observations,
      verdicts: this.#verdicts,
      rules: this.#rules,
      identities: new Map([['tool.bound', ['param']]]),
      subjects,
      calls: this.#calls,
      score,
      cap,
      uncappedGrade: uncapped,
      grade:
        uncapped !== null && cap.letter !== null && GRADES.indexOf(cap.letter) > GRADES.indexOf(uncapped)
          ? cap.letter
          : (uncapped as Grade | null),
      faults: more.faults ?? [],
      wire: { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [], ...more.wire },
      restart: more.restart,
      unfinished: more.unfinished,
    };
  }

  #call(tool: string, args: JsonObject, outcome: string, ms: number, excerpt: string): number {
    const id = this.#calls.length + 1;
    const of = outcome === 'timeout' || outcome === 'error' ? outcome : outcome === 'transport' ? 'closed' : 'result';
    this.#calls.push({
      id,
      plugin: 'scenarios',
      method: 'tools/call',
      params: { name: tool, arguments: args },
      outcome: of,
      ms,
      excerpt,
    });
    return id;
  }
}
