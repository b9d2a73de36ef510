/** Reads the rule files of a pack, or of a folder: all that is wrong with them in one go, and no more than anybody reads. */

import { UsageError } from '../errors.js';
import type { RuleInput } from '../model.js';
import { loadRuleFile } from '../rules/load.js';
import { shownPath } from '../shown-path.js';

/** Rules of one pack: several times what the largest has. */
const MOST_RULES = 500;
const MOST_PROBLEMS = 50;

export interface RulesRead {
  readonly rules: readonly RuleInput[];
  readonly problems: readonly string[];
}

/** `from`: the pack file or folder they belong to. Paths in problems are relative to `cwd`. */
export async function readRuleFiles(files: readonly string[], from: string, cwd: string): Promise<RulesRead> {
  const rules: RuleInput[] = [];
  const problems: string[] = [];
  for (const file of files) {
    try {
      for (const rule of (await loadRuleFile(file, shownPath(file, cwd))).rules) rules.push(rule);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(...error.problems);
    }
    if (rules.length > MOST_RULES) {
      problems.push(`${shownPath(from, cwd)}  has more than ${MOST_RULES} rules. Make several packs of it.`);
      break;
    }
  }
  if (problems.length <= MOST_PROBLEMS) return { rules, problems };
  const more = problems.length - MOST_PROBLEMS;
  return {
    rules,
    problems: [
      ...problems.slice(0, MOST_PROBLEMS),
      `${shownPath(from, cwd)}  has ${more} more ${more === 1 ? 'problem' : 'problems'} in its rules.`,
    ],
  };
}
