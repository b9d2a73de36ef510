/** The names that a server exposes, and which of them a wrong name was probably meant to be. Made once for each catalog. */

import { distance } from 'fastest-levenshtein';
import { type Catalog, isObject } from '../../core/index.js';

/** Alike enough when no word is shared. Spec: scorecard 1.6. */
const LEAST_SIMILARITY = 0.75;
/** Comparisons of names spent on suggestions in one catalog: 10,000 tools with a wrong name each must stay affordable. */
const COMPARISONS = 200_000;
/** Lists whose texts are allowed values, and objects whose keys are properties. */
const VALUES = ['enum', 'const', 'examples', 'default'] as const;

export interface ExposedNames {
  isTool(name: string): boolean;
  /** A property, an allowed value, a prompt or a title anywhere in the server: no reference to a tool. */
  isOther(name: string): boolean;
  /** True when a tool of this server joins the words of its name with hyphens. */
  readonly hyphens: boolean;
  /** The exposed tool that shares the most words with a name, else the one most alike in characters; empty when none is. */
  suggest(name: string): string;
}

const made = new WeakMap<Catalog, ExposedNames>();

/** The names of one catalog. */
export function exposedNames(catalog: Catalog): ExposedNames {
  const known = made.get(catalog);
  if (known !== undefined) return known;
  const tools = new Set(catalog.tools.map(({ name }) => name));
  const lowerCase = new Set([...tools].map((name) => name.toLowerCase()));
  const others = otherNames(catalog);
  const names: ExposedNames = {
    isTool: (name) => tools.has(name) || lowerCase.has(name.toLowerCase()),
    isOther: (name) => others.has(name),
    hyphens: [...tools].some((name) => name.includes('-')),
    suggest: suggesterOf([...tools].filter((name) => name !== '')),
  };
  made.set(catalog, names);
  return names;
}

function otherNames({ tools, prompts }: Catalog): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [];
  for (const { inputSchema, outputSchema, annotations } of tools) {
    open.push(inputSchema, outputSchema);
    if (typeof annotations['title'] === 'string') names.add(annotations['title']);
  }
  for (const { name, arguments: parameters } of prompts) {
    if (typeof name === 'string') names.add(name);
    for (const parameter of Array.isArray(parameters) ? parameters : []) {
      if (isObject(parameter) && typeof parameter['name'] === 'string') names.add(parameter['name']);
    }
  }
  // Iterative, because servers send schemas nested thousands deep.
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isObject(next)) {
      if (isObject(next['properties'])) for (const name of Object.keys(next['properties'])) names.add(name);
      for (const key of VALUES) for (const value of [next[key]].flat()) if (typeof value === 'string') names.add(value);
      for (const key of Object.keys(next)) if (typeof next[key] === 'object') open.push(next[key]);
    }
  }
  return names;
}

function suggesterOf(tools: readonly string[]): (name: string) => string {
  const found = new Map<string, string>();
  let words: readonly ReadonlySet<string>[] | undefined;
  let left = COMPARISONS;
  return (name) => {
    const before = found.get(name);
    if (before !== undefined) return before;
    left -= tools.length;
    words ??= tools.map(wordsOf);
    const suggestion = left < 0 ? '' : mostAlike(name, tools, words);
    found.set(name, suggestion);
    return suggestion;
  };
}

function mostAlike(name: string, tools: readonly string[], words: readonly ReadonlySet<string>[]): string {
  const wanted = wordsOf(name);
  let best = { tool: '', shared: 0, similarity: 0 };
  for (const [at, tool] of tools.entries()) {
    const shared = [...wanted].filter((word) => words[at]?.has(word)).length;
    if (shared < best.shared) continue;
    const similarity = similarityOf(name, tool);
    if (shared > best.shared || similarity > best.similarity) best = { tool, shared, similarity };
  }
  return best.shared > 0 || best.similarity >= LEAST_SIMILARITY ? best.tool : '';
}

/** Lower-case words of a name in snake_case, kebab-case or camelCase, plural endings left out. */
function wordsOf(name: string): ReadonlySet<string> {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return new Set(words.map((word) => word.replace(/(?<=[^s]{2})s$/, '')));
}

/** From 0, nothing in common, to 1, the same. Names far longer than the other are not compared: the answer would be low and slow. */
function similarityOf(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  if (Math.min(one.length, other.length) < longest * LEAST_SIMILARITY) return 0;
  return 1 - distance(one, other) / longest;
}
