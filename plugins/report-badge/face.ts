import type { Grade, Report } from '../../core/index.js';
import { capNote, isCapped } from '../scorecard-view/header.js';
import { namedServer } from '../scorecard-view/names.js';
import { percent } from '../scorecard-view/numbers.js';

/** What a badge says. */
export interface Face {
  /** Null: the run earned no grade. */
  readonly grade: Grade | null;
  readonly capped: boolean;
  /** In words, for the title. Not yet escaped. */
  readonly title: string;
}

export function faceOfReport(report: Report): Face {
  const { server, score, grade } = report;
  return { grade, capped: isCapped(report), title: titleOf(server.name, grade, score.value, capNote(report)) };
}

/** `notes-server: grade B, score 86 %`, with the reason of a cap behind it. */
export function titleOf(server: string, grade: Grade | null, score: number | null, note: string | undefined): string {
  const result = grade === null ? 'no grade' : `grade ${grade}${score === null ? '' : `, score ${percent(score)}`}`;
  return `${namedServer(server)}: ${result}${note === undefined ? '' : `. ${note}`}`;
}
