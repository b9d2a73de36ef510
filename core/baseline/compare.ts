/** Holds a run against what was known before: what is new, what is gone, and what nobody looked at. */

import { findingIds } from '../finding-ids.js';
import { groupBy } from '../group.js';
import type { Report, Rule, Verdict } from '../model.js';
import { placeOf } from '../origin.js';
import { kept, keptOwner } from './kept.js';
import type { Baseline, BaselineComparison, FindingState, KeptFinding, NotLookedAt } from './types.js';

/** So many findings that are equal but for their number are told apart; no honest baseline has more of one kind on one tool. */
const MOST_EQUALS = 200;

export function compareWithBaseline(report: Report, baseline: Baseline): BaselineComparison {
  const entries = new Map(baseline.findings.map((entry) => [entry.id, entry]));
  const former = formerIds(report, baseline);
  const met = new Set<string>();
  const states = new Map<Verdict, FindingState>();
  for (const [verdict, id] of findingIds(report)) {
    const known = [id, ...(former.get(verdict) ?? [])].filter((one) => entries.has(one));
    for (const one of known) met.add(one);
    states.set(verdict, known.length > 0 ? 'known' : 'new');
  }
  const missing = [...entries.values()].filter(({ id }) => !met.has(id));
  const search = new Search(report);
  const fixed: KeptFinding[] = [];
  const notLookedAt: NotLookedAt[] = [];
  for (const group of groupBy(missing, ({ rule, tool }) => JSON.stringify([rule, tool])).values()) {
    const whyNot = search.whyNotFixed(group);
    for (const entry of group) {
      const reason = whyNot(entry);
      if (reason === undefined) fixed.push(entry);
      else notLookedAt.push({ ...entry, reason });
    }
  }
  const { name } = baseline.server;
  return {
    source: baseline.source,
    otherServer: name === '' || name === kept(report.server.name) ? undefined : name,
    states,
    fixed,
    notLookedAt,
  };
}

/** The ids that findings of renamed rules have under the earlier names that the baseline uses. */
function formerIds(report: Report, { findings }: Baseline): ReadonlyMap<Verdict, readonly string[]> {
  const used = new Set(findings.map(({ rule }) => rule));
  const ids = new Map<Verdict, string[]>();
  for (const { id, aliases = [] } of report.rules.values()) {
    for (const rule of aliases.filter((alias) => used.has(alias))) {
      const verdicts = report.verdicts.filter((verdict) => verdict.rule === id && verdict.outcome === 'fail');
      const renamed = new Map(verdicts.map((verdict) => [{ ...verdict, rule }, verdict]));
      for (const [copy, former] of findingIds({ ...report, verdicts: [...renamed.keys()] })) {
        const verdict = renamed.get(copy) as Verdict;
        ids.set(verdict, [...(ids.get(verdict) ?? []), former]);
      }
    }
  }
  return ids;
}

/** What a run says of findings that it does not have. */
class Search {
  readonly #report: Report;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #verdicts: ReadonlyMap<string, readonly Verdict[]>;
  /** Everybody who is there to be found something on. */
  readonly #present: ReadonlySet<string>;

  constructor(report: Report) {
    this.#report = report;
    const rules = [...report.rules.values()];
    this.#rules = new Map(rules.flatMap((rule) => [...(rule.aliases ?? []), rule.id].map((name) => [name, rule])));
    this.#verdicts = groupBy(report.verdicts, ({ rule, subject }) => JSON.stringify([rule, keptOwner(subject)]));
    this.#present = new Set([
      ...report.tools.map(({ name }) => kept(name)),
      ...report.observations.map(({ subject }) => keptOwner(subject)),
    ]);
  }

  /** For missing entries of one rule on one tool: why each may still be there, or undefined when it is gone. */
  whyNotFixed(entries: readonly KeptFinding[]): (entry: KeptFinding) => string | undefined {
    const [{ rule: name, tool } = { rule: '', tool: '' }] = entries;
    const { unfinished } = this.#report;
    if (unfinished !== undefined) return () => `the run did not finish: ${unfinished.reason}`;
    if (!tool.startsWith('<') && !this.#present.has(tool)) return () => undefined;
    const rule = this.#rules.get(name);
    if (rule === undefined) return () => 'no rule of this run has that name';
    if (rule.toggle === 'off') return () => `the rule is off (${placeOf(rule.origin)})`;
    const verdicts = this.#verdicts.get(JSON.stringify([rule.id, tool])) ?? [];
    if (verdicts.length === 0) {
      const why = this.#whyNotSought(rule);
      return () => why;
    }
    return this.#amongVerdicts(verdicts, entries);
  }

  /** The rule looked at the tool, and said nothing that this entry could be unless it could not tell. */
  #amongVerdicts(
    verdicts: readonly Verdict[],
    entries: readonly KeptFinding[],
  ): (entry: KeptFinding) => string | undefined {
    const { observations } = this.#report;
    const undecided = verdicts.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'fail');
    // What has no data to tell it by could be any of them.
    const unknown = undecided.find(({ observation }) => observations[observation]?.data === undefined);
    const byId = new Map<string, string | undefined>();
    for (const equal of this.#equals(verdicts)) {
      const open = equal.find((verdict) => undecided.includes(verdict));
      const reason = open === undefined ? undefined : (open.reason ?? open.outcome);
      // As many as there can have been: those that are gone, and those that are there.
      const most = Math.min(MOST_EQUALS, entries.length + equal.length);
      for (const id of this.#idsOf({ ...(equal[0] as Verdict), rule: entries[0]?.rule ?? '' }, most))
        byId.set(id, reason);
    }
    return ({ id }) => (byId.has(id) ? byId.get(id) : unknown && (unknown.reason ?? unknown.outcome));
  }

  /** Verdicts that would be the same finding but for its number. */
  #equals(verdicts: readonly Verdict[]): Iterable<readonly Verdict[]> {
    const first = (verdict: Verdict): string => {
      const failing: Verdict = { ...verdict, outcome: 'fail' };
      return findingIds({ ...this.#report, verdicts: [failing] }).get(failing) ?? '';
    };
    return groupBy(verdicts, first).values();
  }

  /** The ids that such verdicts have as findings. */
  #idsOf(verdict: Verdict, most: number): Iterable<string> {
    const copies = Array.from({ length: most }, (): Verdict => ({ ...verdict, outcome: 'fail' }));
    return findingIds({ ...this.#report, verdicts: copies }).values();
  }

  /** A rule without a verdict on a tool that is there: either its probe saw nothing of the kind, or it did not look. */
  #whyNotSought({ observes, plugin, family }: Rule): string | undefined {
    const { sought, observations, probed } = this.#report;
    const effects = sought?.get(observes);
    // A report that does not say what was sought shows it by what it has.
    const seen = (): boolean => observations.some(({ kind, probe }) => kind === observes || probe === plugin);
    if (!(sought === undefined ? seen() : effects !== undefined))
      return `nothing in this run looked for it${family === 'effect' && !probed ? '; --probes does' : ''}`;
    // Definitions are read whole; what calls tools may have had its reasons not to call this one.
    return effects === 'read' ? undefined : 'this run made no such check of it';
  }
}
