/** Reads rule files: YAML or JSON, one rule or a list of them. Loads the YAML parser and ajv only when it is called. */

import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { isOwnFile, readPlainFile } from '../load/plain-file.js';
import { whyUnreadable } from '../load/source.js';
import type { RuleInput } from '../model.js';
import { describeProblems, type Locate, type Problem } from '../origin.js';
import { parseYaml } from '../yaml.js';
import { checkShape } from './check-shape.js';
import { rememberSource } from './source.js';

export interface RuleFile {
  readonly rules: readonly RuleInput[];
  /** Finds a part of the file: `['when', '===', 0]`, or with several rules `[1, 'when', …]`. */
  readonly locate: Locate;
}

/**
 * Reads a rule file and checks its shape. What its rules read is checked when the registry is sealed, because only then
 * the schemas of all observations are known. `source` names the file in problems; left out, it is the path.
 * @throws UsageError with every problem of the file, each with line and column
 */
export async function loadRuleFile(path: string, source = path): Promise<RuleFile> {
  let text: string;
  try {
    text = readPlainFile(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'cannot be read: there is no such file. Correct the path.' : whyUnreadable(error);
    throw new UsageError(`${source}  ${why}`);
  }
  const page = path.replace(/\.[^./\\]+$/, '.md');
  return parseRule(text, source, isOwnFile(page) ? page : undefined);
}

/**
 * The rules of a text. `source` names it in problems; `page` is the path of the Markdown page that goes with it.
 * @throws UsageError with every problem, each with line and column
 */
export async function parseRule(text: string, source: string, page?: string): Promise<RuleFile> {
  const { value, locate, problems } = await parseYaml(text, source);
  // A key that stands twice still leaves something to check, so that all problems come in one go.
  if (value === undefined) throw new UsageError(problems);
  if (value === null) throw new UsageError(`${source}:1:1  the file is empty. Write a rule, or remove the file.`);
  const listed = Array.isArray(value);
  const rules = (listed ? value : [value]) as unknown[];
  const faults: Problem[] = rules.length === 0 ? [{ path: [], message: EMPTY }] : [];
  for (const [index, rule] of rules.entries()) {
    const base = listed ? [index] : [];
    for (const fault of await checkShape(rule)) faults.push({ ...fault, path: [...base, ...fault.path] });
    if (isObject(rule)) {
      const locateInRule: Locate = (path, atKey) => locate([...base, ...path], atKey);
      rememberSource(rule, { locate: locateInRule, page: listed ? undefined : page });
    }
  }
  const all = [...problems, ...describeProblems(faults, locate)];
  if (all.length > 0) throw new UsageError(all);
  return { rules: rules as RuleInput[], locate };
}

const EMPTY = 'the list of rules is empty. Write a rule, or remove the file.';
