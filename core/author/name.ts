/** Names of what an author makes: their form, and what somebody who writes another one probably means. */

import { UsageError } from '../errors.js';
import { didYouMean } from '../nearest.js';

export const THINGS = ['rule', 'probe', 'pack'] as const;
export type Thing = (typeof THINGS)[number];

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_LENGTH = 60;
const PREFIX = 'toolscore-pack-';
/** A package name with its scope, as registries take it. */
const SCOPE = /^(?:(@[a-z0-9][a-z0-9._-]*)\/)?(.+)$/;

/** @throws UsageError when it is none of the things that can be made */
export function thingOf(word: string): Thing {
  const found = THINGS.find((thing) => thing === word);
  if (found !== undefined) return found;
  throw new UsageError(`toolscore new makes a rule, a probe or a pack; found "${word}".${didYouMean(word, THINGS)}`);
}

/** The name of a rule or of a probe. @throws UsageError with the name that was probably meant */
export function kebabName(thing: Thing, name: string): string {
  if (KEBAB.test(name) && name.length <= MAX_LENGTH) return name;
  const wanted = `lower-case words joined by "-", at most ${MAX_LENGTH} characters, such as ${EXAMPLES[thing]}`;
  throw new UsageError(`The name of a ${thing} is ${wanted}; found "${name}".${meant(name)}`);
}

const EXAMPLES: Readonly<Record<Thing, string>> = {
  rule: 'refund-key-missing',
  probe: 'answer-size',
  pack: 'payments',
};

export interface PackName {
  /** `toolscore-pack-NAME`, with a scope when one was given. */
  readonly package: string;
  /** Of the package, without its scope. */
  readonly folder: string;
  readonly namespace: string;
}

/** From `payments`, `toolscore-pack-payments` or `@scope/` and one of these. @throws UsageError as `kebabName` does */
export function packName(name: string): PackName {
  const [, scope, rest = ''] = SCOPE.exec(name) ?? [];
  const namespace = kebabName('pack', rest.startsWith(PREFIX) ? rest.slice(PREFIX.length) : rest);
  const folder = `${PREFIX}${namespace}`;
  return { package: scope === undefined ? folder : `${scope}/${folder}`, folder, namespace };
}

/** Whether a package of this name is found as a pack of rules; `code`: it brings code, which has a name of its own. */
export function isPackName(name: string, code: boolean): boolean {
  const plain = SCOPE.exec(name)?.[2] ?? name;
  const prefix = code ? /^toolscore-(?:pack|plugin)-/ : /^toolscore-pack-/;
  return prefix.test(plain) && KEBAB.test(plain.replace(prefix, ''));
}

function meant(name: string): string {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join('-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '');
  return KEBAB.test(kebab) ? ` Did you mean "${kebab}"?` : '';
}
