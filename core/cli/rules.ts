/** `toolscore rules` and `toolscore explain`: what applies here, and the pages. No server is started. */

import type { JsonObject } from '../json.js';
import type { Rule } from '../model.js';
import { findRule, formatPage, formatRule, formatRules } from '../rules/describe.js';
import { pageOf } from '../rules/page.js';
import { createModuleLoader } from '../load/module.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import type { RunOptions } from './options.js';
import { configOf, kernelOf } from './prepare.js';
import { chooseTarget } from './target.js';

/** The rules that apply in this folder, or one of them. */
export async function runRules(id: string | undefined, options: object, composition: Composition): Promise<number> {
  const rules = await rulesHere(options as RunOptions & JsonObject, composition);
  process.stdout.write(id === undefined ? formatRules(rules.values()) : formatRule(findRule(rules, id)));
  return EXIT.ok;
}

/** The page of a rule. */
export async function runExplain(id: string, options: object, composition: Composition): Promise<number> {
  const rule = findRule(await rulesHere(options as RunOptions & JsonObject, composition), id);
  process.stdout.write(formatPage(rule, await pageOf(rule)));
  return EXIT.ok;
}

async function rulesHere(
  options: RunOptions & JsonObject,
  composition: Composition,
): Promise<ReadonlyMap<string, Rule>> {
  const cwd = process.cwd();
  const modules = createModuleLoader(composition.entries, cwd);
  const shipped = await composition.load();
  const { configPath } = await chooseTarget(undefined, options, { cwd, modules });
  const config = await configOf(options, composition, shipped, { cwd, modules, path: configPath });
  const permissions = { readOnly: true, allowWrites: false, mayWrite: [] };
  const { rules } = await kernelOf(config, shipped, { version: composition.version, permissions, cwd, modules });
  return rules;
}
