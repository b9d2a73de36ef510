/** The rules of a pack: read, checked against what they observe, and named like their files. */

import { basename, extname } from 'node:path';
import type { Plugin } from '../define.js';
import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import { loadPlugins } from '../load/load.js';
import { createModuleLoader } from '../load/module.js';
import type { Pack } from '../load/pack.js';
import type { RuleInput } from '../model.js';
import { didYouMean } from '../nearest.js';
import { describeProblems, type Locate } from '../origin.js';
import { checkRule } from '../rules/check-rule.js';
import { checkShapeInCode } from '../rules/check-shape.js';
import { loadRuleFile } from '../rules/load.js';
import { builtInKinds, builtInRuleIds, ownEntries } from '../rules/package-files.js';
import { sourceOf } from '../rules/source.js';
import { observationSchema } from '../rules/tested-rule.js';
import { shownPath } from '../shown-path.js';
import { type PackFindings, inFile } from './findings.js';

export interface PackRule {
  readonly rule: RuleInput;
  /** Absolute path of the file it stands in. */
  readonly file: string;
  readonly shown: string;
  readonly locate: Locate;
  /** A plugin of the pack brings it. */
  readonly inCode: boolean;
}

/** Reads all rules of a pack and says what is wrong with them. Loads the code of a pack that names some. */
export async function checkRules(
  pack: Pack,
  cwd: string,
  taken: readonly string[],
  findings: PackFindings,
): Promise<readonly PackRule[]> {
  const rules = [...(await rulesInFiles(pack, cwd, findings))];
  const brought = await codeOf(pack, cwd, taken, findings);
  for (const { plugin, file } of brought) {
    const shown = shownPath(file, cwd);
    for (const rule of plugin.rules ?? []) {
      rules.push({ rule, file, shown, locate: inFile(shown), inCode: true });
      findings.advise(
        inFile(shown),
        [],
        `rule "${rule.id}" stands in code. As rules/${rule.id}.yaml it has the namespace of the pack and a page.`,
      );
    }
  }
  const emitted = brought.flatMap(({ plugin }) => Object.entries(plugin.emits ?? {}));
  await checkReads(
    rules,
    new Map(emitted.flatMap(([kind, schema]) => (isObject(schema) ? [[kind, schema]] : []))),
    findings,
  );
  await checkIds(rules, findings);
  return rules;
}

async function rulesInFiles(pack: Pack, cwd: string, findings: PackFindings): Promise<readonly PackRule[]> {
  const rules: PackRule[] = [];
  for (const file of pack.ruleFiles) {
    const shown = shownPath(file, cwd);
    try {
      const found = (await loadRuleFile(file, shown)).rules;
      for (const rule of found)
        rules.push({ rule, file, shown, locate: sourceOf(rule)?.locate ?? inFile(shown), inCode: false });
      if (found.length > 1)
        findings.problem(
          inFile(shown, 1),
          [],
          `holds ${found.length} rules. Give each a file of its own: its page lies beside it.`,
        );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      findings.problems.push(...error.problems);
    }
  }
  return rules;
}

/** The plugins of the pack, loaded as a run loads them; a pack that names none runs no code here either. */
async function codeOf(
  pack: Pack,
  cwd: string,
  taken: readonly string[],
  findings: PackFindings,
): Promise<readonly { readonly plugin: Plugin; readonly file: string }[]> {
  if (pack.plugins.length === 0) return [];
  const context = { cwd, modules: createModuleLoader(await ownEntries(), cwd), taken };
  try {
    return await loadPlugins(
      pack.plugins.map((plugin) => ({ ...plugin, from: pack.folder })),
      context,
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.problems.push(...error.problems);
    return [];
  }
}

async function checkReads(
  rules: readonly PackRule[],
  emitted: ReadonlyMap<string, JsonObject>,
  findings: PackFindings,
): Promise<void> {
  const kinds = [...emitted.keys(), ...(await builtInKinds())];
  for (const { rule, locate, inCode } of rules) {
    const shape = inCode ? await checkShapeInCode(rule) : [];
    const schema = emitted.get(rule.observes) ?? (await observationSchema(rule.observes));
    if (schema === undefined) {
      const message = `observes "${rule.observes}", which neither toolscore nor a plugin of the pack emits.${didYouMean(rule.observes, kinds) || ' Name its probe under plugins in the pack file.'}`;
      findings.problem(locate, ['observes'], message);
    }
    const faults = shape.length > 0 ? shape : await checkRule(rule, schema);
    findings.problems.push(...describeProblems(faults, locate));
  }
}

async function checkIds(rules: readonly PackRule[], findings: PackFindings): Promise<void> {
  const known = new Set([...rules.map(({ rule }) => rule.id), ...(await builtInRuleIds())]);
  for (const [index, { rule, file, locate, inCode }] of rules.entries()) {
    const { id, deprecated } = rule;
    const twin = rules.slice(0, index).find((other) => other.rule.id === id);
    if (twin !== undefined)
      findings.problem(locate, ['id'], `a rule called "${id}" stands in ${twin.shown}, too. Rename one.`);
    else if (!inCode && basename(file, extname(file)) !== id)
      findings.problem(
        locate,
        ['id'],
        `the rule is called "${id}" and its file ${basename(file)}. Give both the same name.`,
      );
    if (deprecated !== undefined && !known.has(deprecated.use))
      findings.problem(
        locate,
        ['deprecated', 'use'],
        `deprecated says to use "${deprecated.use}", which no rule is called.${didYouMean(deprecated.use, known)}`,
      );
  }
}
