import type { Grade, Report, ServerIdentity } from '../model.js';
import type { JsonObject } from '../json.js';
import type {
  FixEntry,
  GradeCapSummary,
  LintIssue,
  ProbeResult,
  ToolSummary,
  UncountedFinding,
} from '../report-parts.js';
import type { ScenarioResult } from '../scenario-result.js';
import type { ReportViews } from '../shipped.js';
import { terminalOf } from '../terminal.js';

/** Where a scorecard is printed, as `process.stdout`. */
export interface ConsoleStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The result of a run: its numbers, its parts, and the files that the command line would write. */
export class Scorecard {
  /** Everything the run saw and judged, down to each call. */
  readonly report: Report;
  readonly #views: ReportViews;

  constructor(report: Report, views: ReportViews) {
    this.report = report;
    this.#views = views;
  }

  get server(): ServerIdentity {
    return this.report.server;
  }

  get tools(): readonly ToolSummary[] {
    return this.#views.tools(this.report);
  }

  /** The scenario calls. */
  get results(): readonly ScenarioResult[] {
    return this.#views.scenarios(this.report);
  }

  get lint(): readonly LintIssue[] {
    return this.#views.lint(this.report);
  }

  /** What the checks of effects came to; empty when no probes ran. */
  get probes(): readonly ProbeResult[] {
    return this.#views.probes(this.report);
  }

  /** What rules found that do not count, the strongest first; in none of the numbers, and not in `probes`. */
  get uncounted(): readonly UncountedFinding[] {
    return this.#views.uncounted(this.report);
  }

  /** In [0, 1]; null when the scorer has no such share. */
  get happyRate(): number | null {
    return this.#views.rates(this.report).happy;
  }

  get edgeRate(): number | null {
    return this.#views.rates(this.report).edge;
  }

  get lintScore(): number | null {
    return this.#views.rates(this.report).lint;
  }

  /** Of the checks of high confidence, those that passed; null when there are none. */
  get effectRate(): number | null {
    return this.#views.rates(this.report).effect;
  }

  /** In [0, 1], not rounded; null when nothing was judged. */
  get score(): number | null {
    return this.report.score.value;
  }

  /** The letter, capped; null when the run was cut short or nothing was judged. */
  get grade(): Grade | null {
    return this.report.grade;
  }

  /** The letter by score alone. */
  get uncappedGrade(): Grade | null {
    return this.report.uncappedGrade;
  }

  get gradeCap(): GradeCapSummary {
    return this.#views.gradeCap(this.report);
  }

  /** An estimate, of all definitions together. */
  get totalToolTokens(): number {
    return this.tools.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  /** The document of `--report json`, as plain data. Scorecard specification, 7.4. */
  toJson(): JsonObject {
    return this.#views.json(this.report);
  }

  /** The text of `--report md`. */
  toMarkdown(): string {
    return this.#views.markdown(this.report);
  }

  /** The badge, as SVG. */
  toBadge(): string {
    return this.#views.badge(this.report);
  }

  /** What to do, the most urgent first. Scorecard specification, 1.10. */
  buildFixList(): readonly FixEntry[] {
    return this.#views.fixes(this.report);
  }

  /** Writes what `mcp test` shows to a stream, standard output when left out: coloured and as wide as that can show. */
  printConsole(stream: ConsoleStream = process.stdout): void {
    stream.write(this.#views.console(this.report, terminalOf({}, stream)));
  }
}

/** The same as a function, for whoever passes scorecards along. */
export function toJson(scorecard: Scorecard): JsonObject {
  return scorecard.toJson();
}

export function toMarkdown(scorecard: Scorecard): string {
  return scorecard.toMarkdown();
}

export function toBadge(scorecard: Scorecard): string {
  return scorecard.toBadge();
}

export function buildFixList(scorecard: Scorecard): readonly FixEntry[] {
  return scorecard.buildFixList();
}

export function printConsole(scorecard: Scorecard, stream?: ConsoleStream): void {
  scorecard.printConsole(stream);
}
