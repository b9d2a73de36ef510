import type { Grade, Report } from '../../core/index.js';
import type { CaseResult } from './cases.js';
import { someOf } from './numbers.js';

/** A share that makes up the score. */
export interface Part {
  readonly label: string;
  /** Null: nothing to measure. */
  readonly share: number | null;
  readonly passed?: number;
  readonly total?: number;
}

/** What stands above everything else. Spec: scorecard 1.8. */
export interface Header {
  readonly server: string;
  readonly version: string;
  readonly grade: Grade | null;
  /** In [0, 1]; null when there is none to show. */
  readonly score: number | null;
  readonly capped: boolean;
  /** Why the grade was capped. */
  readonly note: string | undefined;
  /** Why there is no grade. */
  readonly gradeless: string | undefined;
  readonly parts: readonly Part[];
  /** Name and version of the scorer when it is not the one this report was made for. */
  readonly scorer: string | undefined;
  readonly protocol: string;
  readonly mode: Mode;
}

export interface Mode {
  readonly name: 'read-only' | 'calls every tool' | 'writes allowed';
  readonly because: string | undefined;
}

const NOTE_REASONS = 3;
const MODES = {
  'read-only': 'read-only: calls what declares or looks read-only',
  'calls every tool': 'calls every tool, those that write included',
  'writes allowed': 'writes allowed: calls every tool, destructive ones included',
};
const ERAS = { stateless: 'stateless', initialize: 'initialize handshake' };
const LABELS: Readonly<Record<string, string>> = {
  happy_pass_rate: 'happy',
  edge_resilience_rate: 'edge',
  lint_score: 'lint',
  effect_rate: 'effect',
};

export function headerOf(report: Report, cases: readonly CaseResult[], probesRan: boolean): Header {
  const { server, score, grade, unfinished } = report;
  const scorer = `${score.scorer} ${score.version}`.trim();
  return {
    server: server.name,
    version: server.version,
    grade,
    score: grade === null ? null : score.value,
    capped: isCapped(report),
    note: capNote(report),
    gradeless: grade !== null ? undefined : (unfinished?.reason ?? whyNoGrade(report, cases)),
    parts: partsOf(report, cases, probesRan),
    scorer: score.scorer === 'scorecard' ? undefined : scorer,
    protocol: protocolOf(report),
    mode: modeOf(report),
  };
}

/** `MCP 2025-11-25 (initialize handshake)` */
export function protocolOf({ server }: Pick<Report, 'server'>): string {
  return `MCP ${server.protocolVersion} (${ERAS[server.era]})`;
}

function whyNoGrade({ score, tools }: Report, cases: readonly CaseResult[]): string {
  if (score.version === '') return `the scorer ${score.scorer} failed`;
  const tried = cases.some(({ passed }) => passed !== undefined);
  return tools.length > 0 && !tried ? 'no tool was tried' : 'nothing was judged';
}

/** The letter was lowered; a letter that is as low by score alone is not capped. */
export function isCapped({ grade, uncappedGrade }: Report): boolean {
  return grade !== null && uncappedGrade !== null && grade !== uncappedGrade;
}

/** `Grade A by score, capped because: <rule> on <tool>, … and N more`. Spec: scorecard 3.3. */
export function capNote(report: Report): string | undefined {
  if (!isCapped(report)) return undefined;
  return `Grade ${report.uncappedGrade} by score, capped because: ${someOf(report.cap.reasons, NOTE_REASONS)}`;
}

function partsOf({ score }: Report, cases: readonly CaseResult[], probesRan: boolean): readonly Part[] {
  if (score.scorer !== 'scorecard') {
    return Object.entries(score.parts).map(([name, share]) => ({
      label: LABELS[name] ?? name.replaceAll('_', ' '),
      share,
    }));
  }
  const part = (name: string): Part => ({ label: LABELS[name] ?? name, share: score.parts[name] ?? null });
  const counted = (kind: CaseResult['kind']): Pick<Part, 'passed' | 'total'> => {
    const judged = cases.filter((one) => one.kind === kind && one.passed !== undefined);
    return { passed: judged.filter(({ passed }) => passed).length, total: judged.length };
  };
  return [
    { ...part('happy_pass_rate'), ...counted('happy') },
    { ...part('edge_resilience_rate'), ...counted('edge') },
    part('lint_score'),
    ...(probesRan ? [part('effect_rate')] : []),
  ];
}

function modeOf({ permissions }: Report): Mode {
  const { readOnly, allowWrites, because } = permissions;
  return { name: readOnly ? 'read-only' : allowWrites ? 'writes allowed' : 'calls every tool', because };
}

/** What was called, in words. */
export const modeWords = ({ name }: Mode): string => MODES[name];
