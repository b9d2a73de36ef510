/** Files of argument values: `{ "*": { NAME: VALUE }, TOOL: { NAME: VALUE } }`, JSON or YAML. Scorecard specification, 5.2. */

import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import type { ModuleLoader } from '../load/module.js';
import { quote } from '../load/quote.js';
import { readSource } from '../load/source.js';
import { placeOf } from '../origin.js';
import type { ArgumentValue } from './values.js';

/** @throws UsageError with everything that is wrong with the file */
export async function loadArgsFile(
  path: string,
  context: { readonly cwd: string; readonly modules: ModuleLoader },
): Promise<readonly ArgumentValue[]> {
  const source = await readSource(resolve(context.cwd, path), context.cwd, context.modules);
  const { value = {}, shown, locate } = source;
  const problems = [...source.problems];
  const values: ArgumentValue[] = [];
  const tools = value ?? {};
  if (!isObject(tools))
    problems.push(
      `${shown}  holds ${quote(value)}. It takes an object: { "TOOL": { "NAME": VALUE } }, with "*" for every tool.`,
    );
  for (const [tool, named] of isObject(tools) ? Object.entries(tools) : []) {
    if (!isObject(named)) {
      problems.push(
        `${placeOf(locate([tool]))}  "${tool}" takes an object of values by argument name, found ${quote(named)}.`,
      );
      continue;
    }
    for (const [name, given] of Object.entries(named)) {
      values.push({ tool, name, value: given, source: placeOf(locate([tool, name], true)) });
    }
  }
  if (problems.length > 0) throw new UsageError(problems);
  return values;
}
