/** `toolscore rules` and `toolscore explain`: what applies here, and the pages. No server is started. */

import type { Rule } from '../model.js';
import { findRule, formatPage, formatRule, formatRules } from '../rules/describe.js';
import { pageOf } from '../rules/page.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import type { Given } from './options.js';
import { configHere } from './here.js';
import { kernelFor } from './prepare.js';

/** The rules that apply in this folder, or one of them. */
export async function runRules(id: string | undefined, options: object, composition: Composition): Promise<number> {
  const rules = await rulesHere(options as Given, composition);
  process.stdout.write(id === undefined ? formatRules(rules.values()) : formatRule(findRule(rules, id)));
  return EXIT.ok;
}

/** The page of a rule. */
export async function runExplain(id: string, options: object, composition: Composition): Promise<number> {
  const rule = findRule(await rulesHere(options as Given, composition), id);
  process.stdout.write(formatPage(rule, await pageOf(rule)));
  return EXIT.ok;
}

async function rulesHere(options: Given, composition: Composition): Promise<ReadonlyMap<string, Rule>> {
  const here = await configHere(options, composition);
  const permissions = { readOnly: true, allowWrites: false, mayWrite: [] };
  return (await kernelFor(here.config, here.shipped, { version: composition.version, permissions, ...here.context }))
    .rules;
}
