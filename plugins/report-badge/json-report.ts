import { type Grade, GRADES, isObject, UsageError } from '../../core/index.js';
import { type Face, titleOf } from './face.js';
import { badgeSvg } from './svg.js';

/**
 * The badge of a parsed JSON report.
 * @throws UsageError that names everything a report must have and this value lacks
 */
export function badgeOf(report: unknown): string {
  return badgeSvg(faceOfJson(report));
}

function faceOfJson(report: unknown): Face {
  if (!isObject(report))
    throw new UsageError('The report is no JSON object; expected one that `toolscore mcp test … --report json` wrote.');
  const { grade, score, server, grade_cap: cap } = report;
  const problems: string[] = [];
  const check = (holds: boolean, field: string, wanted: string, found: unknown): void => {
    if (!holds)
      problems.push(
        `The report's ${field} must be ${wanted}, found ${found === undefined ? 'none' : (JSON.stringify(found)?.slice(0, 60) ?? typeof found)}.`,
      );
  };
  const name = isObject(server) ? server['name'] : undefined;
  const capped = isObject(cap) ? cap['capped'] : undefined;
  const note = isObject(cap) ? (cap['note'] ?? null) : undefined;
  check(grade === null || GRADES.includes(grade as Grade), 'grade', `one of ${GRADES.join(', ')} or null`, grade);
  check(
    score === null || (typeof score === 'number' && score >= 0 && score <= 1),
    'score',
    'a number from 0 to 1 or null',
    score,
  );
  check(typeof name === 'string', 'server.name', 'text', name);
  check(typeof capped === 'boolean', 'grade_cap.capped', 'true or false', capped);
  check(note === null || typeof note === 'string', 'grade_cap.note', 'text or null', note);
  if (problems.length > 0)
    throw new UsageError([...problems, 'Expected a file that `toolscore mcp test … --report json` wrote.']);
  const letter = grade as Grade | null;
  return {
    grade: letter,
    capped: capped === true,
    title: titleOf(name as string, letter, score as number | null, typeof note === 'string' ? note : undefined),
  };
}
