/** `toolscore rules` and `toolscore explain`: what applies here, and the pages. No server is started. */

import { UsageError } from '../errors.js';
import type { Rule } from '../model.js';
import { findRule, formatPage, formatRule, formatRules } from '../rules/describe.js';
import { pageOf } from '../rules/page.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import type { Given } from './options.js';
import { configHere } from './here.js';
import { kernelFor } from './prepare.js';

/** The rules that apply in this folder, or one of them, or those of a pack. @throws UsageError */
export async function runRules(id: string | undefined, options: object, composition: Composition): Promise<number> {
  const { pack, ...given } = options as Given & { readonly pack?: string };
  if (pack !== undefined && id !== undefined)
    throw new UsageError(`--pack ${pack} lists all rules of a pack. For one of them: toolscore explain ${id}`);
  if (pack !== undefined) {
    const { packHere } = await import('./pack-rules.js');
    process.stdout.write(await packHere(pack, given, composition));
    return EXIT.ok;
  }
  const rules = await rulesHere(given, composition);
  process.stdout.write(id === undefined ? formatRules(rules.values()) : formatRule(findRule(rules, id)));
  return EXIT.ok;
}

/**
 * What to do about a rule: its page, or the one line of a label of manifest runs; all rules when none is named.
 * Spec: manifest 4.8.
 */
export async function runExplain(id: string | undefined, options: object, composition: Composition): Promise<number> {
  const { page = false, ...given } = options as Given & { readonly page?: boolean };
  const rules = await rulesHere(given, composition);
  process.stdout.write(id === undefined ? formatRules(rules.values()) : await explained(findRule(rules, id), page));
  return EXIT.ok;
}

async function explained(rule: Rule, page: boolean): Promise<string> {
  const isLabel = rule.family === 'gate' || rule.family === 'readiness';
  return isLabel && !page ? `${printable(rule.fix, { max: 2_000 })}\n` : formatPage(rule, await pageOf(rule));
}

async function rulesHere(options: Given, composition: Composition): Promise<ReadonlyMap<string, Rule>> {
  const here = await configHere(options, composition);
  // Those of scorecards and those of manifest runs: there is one list of rules.
  const { plugins } = await here.shipped.manifest();
  const all = new Map([...here.shipped.plugins, ...plugins].map((plugin) => [plugin.name, plugin]));
  const shipped = { ...here.shipped, plugins: [...all.values()] };
  const permissions = { readOnly: true, allowWrites: false, mayWrite: [] };
  return (await kernelFor(here.config, shipped, { version: composition.version, permissions, ...here.context })).rules;
}
