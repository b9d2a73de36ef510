/** The presets of a pack: they name rules that exist, and what a new rule does to those who use them. */

import lessThan from 'semver/functions/lt.js';
import validVersion from 'semver/functions/valid.js';
import { isObject } from '../json.js';
import type { Pack } from '../load/pack.js';
import { didYouMean } from '../nearest.js';
import { builtInRuleIds } from '../rules/package-files.js';
import type { PackRule } from './check-rules.js';
import type { PackFindings } from './findings.js';

/** `version`: of the pack, as far as it says one. */
export async function checkPresets(
  pack: Pack,
  rules: readonly PackRule[],
  version: unknown,
  findings: PackFindings,
): Promise<void> {
  const own = namesOf(pack, rules);
  const builtIn = new Set(await builtInRuleIds());
  const used = new Set<string>();
  for (const [preset, toggles] of Object.entries(pack.presets)) {
    for (const [id, toggle] of Object.entries(toggles)) {
      const rule = own.get(id);
      if (rule !== undefined) used.add(rule.rule.id);
      else if (!builtIn.has(id)) {
        const message = `neither the pack nor toolscore has a rule "${id}".${didYouMean(id, [...own.keys(), ...builtIn])}`;
        findings.problem(pack.locate, ['presets', preset, id], message, true);
      }
      if (rule !== undefined) checkOptions(pack, [preset, id], toggle, rule, findings);
    }
  }
  const names = Object.keys(pack.presets);
  if (names.length === 0)
    findings.advise(
      pack.locate,
      [],
      'the pack has no presets: whoever extends it gets all rules, each as severe as it says.',
    );
  else if (!names.includes('recommended'))
    findings.advise(
      pack.locate,
      ['presets'],
      'there is no preset "recommended", which is what a config means that names none.',
      true,
    );
  for (const { rule, locate, inCode } of names.length === 0 ? [] : rules) {
    if (!used.has(rule.id) && !inCode)
      findings.advise(locate, ['id'], `no preset has "${rule.id}", so it applies only where a config names it.`);
  }
  adviseOnNew(pack, rules, version, findings);
}

/** Rules by every name that a preset may give them. Those in code have no namespace. */
function namesOf(pack: Pack, rules: readonly PackRule[]): ReadonlyMap<string, PackRule> {
  const names = new Map<string, PackRule>();
  for (const one of rules) {
    for (const id of [one.rule.id, ...(one.rule.aliases ?? [])]) {
      names.set(id, one);
      if (!one.inCode) names.set(`${pack.namespace}/${id}`, one);
    }
  }
  return names;
}

function checkOptions(
  pack: Pack,
  [preset, id]: readonly [string, string],
  toggle: unknown,
  { rule }: PackRule,
  findings: PackFindings,
): void {
  const options = isObject(toggle) && isObject(toggle['options']) ? toggle['options'] : {};
  const has = Object.keys(rule.options ?? {});
  for (const name of Object.keys(options).filter((one) => !has.includes(one)))
    findings.problem(
      pack.locate,
      ['presets', preset, id, 'options', name],
      `"${id}" has no option "${name}". It has: ${has.join(', ') || 'none'}.${didYouMean(name, has)}`,
      true,
    );
}

/** An update that brings findings to everybody's pipeline is a surprise; so new rules wait outside of `recommended`. */
function adviseOnNew(pack: Pack, rules: readonly PackRule[], version: unknown, findings: PackFindings): void {
  if (typeof version !== 'string' || validVersion(version) === null) return;
  const isOlder = ({ rule: { since } }: PackRule): boolean => validVersion(since) !== null && lessThan(since, version);
  const names = namesOf(pack, rules);
  for (const id of Object.keys(pack.presets['recommended'] ?? {})) {
    const found = names.get(id);
    if (found?.rule.since === version && rules.some(isOlder))
      findings.advise(
        pack.locate,
        ['presets', 'recommended', id],
        `"${id}" is new in ${version}. New rules start outside of recommended, so that an update fails nobody's build.`,
        true,
      );
  }
}
