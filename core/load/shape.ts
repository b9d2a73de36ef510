/** Turns what a module exports into plugins, or says what is wrong with it. Nothing here runs the plugin. */

import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import type { RuleInput } from '../model.js';
import { didYouMean } from '../nearest.js';
import { quote } from './quote.js';

export interface Exported {
  readonly plugins: readonly Plugin[];
  /** Rules that stand for themselves, outside a plugin. */
  readonly rules: readonly RuleInput[];
  /** Without a place: the file is all that is known. */
  readonly problems: readonly string[];
}

/**
 * The plugins and rules among the exports of a module: the default export, which must be one or a list of them, and
 * named exports that are. Other named exports are the module's own business.
 */
export function readExports(exports: unknown): Exported {
  const plugins = new Set<Plugin>();
  const rules = new Set<RuleInput>();
  const problems: string[] = [];
  for (const { value, where } of candidates(exports)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (looksLikeRule(item)) rules.add(item as unknown as RuleInput);
      else {
        const found = pluginProblems(item);
        problems.push(...found.map((problem) => `${where}${problem}`));
        if (found.length === 0) plugins.add(item as Plugin);
      }
    }
  }
  if (plugins.size + rules.size + problems.length === 0) {
    problems.push(
      'exports no plugin and no rule. Write `export default definePlugin({ … })`, defineProbe or defineRule.',
    );
  }
  return { plugins: [...plugins].map(ownCopy), rules: [...rules], problems: [...new Set(problems)] };
}

interface Candidate {
  readonly value: unknown;
  readonly where: string;
}

function candidates(exports: unknown): readonly Candidate[] {
  // CommonJS: `module.exports = definePlugin(…)`, or a list.
  if (Array.isArray(exports) || looksLikeRule(exports) || looksLikePlugin(exports))
    return [{ value: exports, where: '' }];
  if (!isObject(exports)) return exports === undefined ? [] : [{ value: exports, where: '' }];
  return Object.entries(exports)
    .filter(([name, value]) => name === 'default' || isWanted(value))
    .map(([name, value]) => ({ value, where: name === 'default' ? '' : `export ${name}: ` }));
}

function isWanted(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => looksLikeRule(item) || looksLikePlugin(item));
  return looksLikeRule(value) || looksLikePlugin(value);
}

/** Whether it is a rule with `id` and `observes`; what else is in it the registry checks, as it does for all rules. */
function looksLikeRule(value: unknown): value is JsonObject {
  return isObject(value) && 'observes' in value && !('apply' in value);
}

function looksLikePlugin(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    Object.keys(value).some((key) => key !== 'name' && Object.hasOwn(PARTS, key))
  );
}

interface Part {
  readonly expected: string;
  fits(value: unknown): boolean;
}

const text: Part = { expected: 'a text', fits: (value) => typeof value === 'string' };
const texts: Part = {
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};
const aFunction: Part = { expected: 'a function', fits: (value) => typeof value === 'function' };
const object: Part = { expected: 'an object', fits: isObject };
const EFFECTS = ['read', 'call', 'mutate'];

/** Every part a plugin may have. */
const PARTS: { readonly [K in keyof Required<Plugin>]: Part } = {
  name: {
    expected: 'a name of lower-case letters, digits and hyphens',
    fits: (value) => typeof value === 'string' && /^[a-z0-9][a-z0-9-]*$/.test(value),
  },
  summary: text,
  version: text,
  after: { ...texts, expected: 'a list of plugin names' },
  options: object,
  optionsSchema: { expected: 'a JSON Schema', fits: isObject },
  emits: { expected: 'an object of observation kinds, each with its JSON Schema or the path of one', fits: fitsEmits },
  rules: { expected: 'a list of rules', fits: (value) => Array.isArray(value) && value.every(isObject) },
  effects: { expected: `one of ${EFFECTS.join(', ')}`, fits: (value) => EFFECTS.includes(value as string) },
  optIn: { expected: 'true, or to be left out', fits: (value) => value === true },
  readsAll: { expected: 'true, or to be left out', fits: (value) => value === true },
  kind: {
    expected: 'the declaration that defineKind makes',
    fits: (value) => isObject(value) && isObject(value['fields']),
  },
  formats: { ...texts, expected: 'a list of format names' },
  apply: aFunction,
  warmUp: aFunction,
  fromJson: aFunction,
};

/** Parts of the input of the other define functions, for somebody who forgot to call one. */
const INPUT_OF: Readonly<Record<string, string>> = {
  observe: 'defineProbe',
  subject: 'defineProbe',
  render: 'defineReporter',
  run: 'defineKind',
  fields: 'defineKind',
};

function fitsEmits(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((schema) => typeof schema === 'string' || schema instanceof URL || isObject(schema))
  );
}

function pluginProblems(value: unknown): readonly string[] {
  if (typeof value === 'function')
    return ['exports a function. Export what it returns: a plugin, a rule or a list of these.'];
  if (!isObject(value)) return [`exports ${quote(value)}, which is no plugin and no rule.`];
  const { name } = value;
  const title = typeof name === 'string' ? `plugin "${name}"` : 'the plugin';
  const problems = name === undefined ? [`${title} lacks "name", ${PARTS.name.expected}.`] : [];
  for (const [key, given] of Object.entries(value)) {
    const part = Object.hasOwn(PARTS, key) ? PARTS[key as keyof Plugin] : undefined;
    const define = Object.hasOwn(INPUT_OF, key) ? INPUT_OF[key] : undefined;
    if (define !== undefined) problems.push(`${title} has "${key}": pass it through ${define}(…).`);
    else if (part === undefined)
      problems.push(
        `${title} has no part "${key}".${didYouMean(key, Object.keys(PARTS)) || ` It has: ${Object.keys(PARTS).join(', ')}.`}`,
      );
    else if (given !== undefined && !part.fits(given))
      problems.push(`${title}: ${key} takes ${part.expected}; found ${shown(given)}.`);
  }
  return [...new Set(problems)];
}

function shown(value: unknown): string {
  return typeof value === 'function' ? 'a function' : quote(value);
}

/** A plain plugin: an instance of a class keeps its method, and nobody outside can change it behind the kernel. */
function ownCopy(plugin: Plugin): Plugin {
  const { apply } = plugin;
  return { ...plugin, ...(apply === undefined ? {} : { apply: (context) => apply.call(plugin, context) }) };
}
