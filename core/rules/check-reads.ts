/** Checks the paths a rule reads, in `requires`, `when` and its templates, against the schema of what it observes. */

import type { JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { Problem } from '../origin.js';
import { anyShape, followPath, memberNames, memberOf, neverNull, type Shape, shapeOf, typesOf } from './data-shape.js';
import { pathFault, splitPath } from './path.js';
import { parseTemplate, placeholdersOf } from './template.js';

/** What the parts of a rule are checked against. */
export interface ReadContext {
  /** The kind of observation, for messages. */
  readonly kind: string;
  /** JSON Schema of its data; undefined when nobody declares one, then any path may be read. */
  readonly schema: JsonObject | undefined;
  readonly options: JsonObject;
  readonly requires: readonly string[];
}

/** What `var` sees at one place: the observation, or inside a loop one element. */
export interface Scope {
  readonly shape: Shape;
  /** As in `…, which tool.listing does not have`. */
  readonly name: string;
  /** Several things of this name: elements of a list. */
  readonly plural: boolean;
  /** Paths that are known to be there although the schema does not say so. */
  readonly requires: readonly string[];
}

export function topScope({ kind, schema, requires }: ReadContext): Scope {
  return { shape: schema === undefined ? anyShape : shapeOf(schema), name: kind, plural: false, requires };
}

/** Whether a path exists in a scope and is sure to be there, or what is wrong with it, ready to follow `when reads "…", `. */
export function readIn(
  scope: Scope,
  path: string,
): { readonly shape: Shape; readonly certain: boolean } | { readonly fault: string } {
  const fault = pathFault(path);
  if (fault !== undefined) return { fault: `a path that ${fault}.` };
  const steps = splitPath(path);
  const found = followPath(scope.shape, steps);
  if ('lostAt' in found) return { fault: lost(scope, steps, found.lostAt, found.parent) };
  const promised = scope.requires.filter(
    (required) => required === path || path.startsWith(`${required}.`) || required.startsWith(`${path}.`),
  );
  if (promised.length === 0) return found;
  const certain =
    found.certain ||
    promised.some(
      (required) => required.length >= path.length || certainFrom(scope.shape, steps, splitPath(required).length),
    );
  return {
    shape: promised.some((required) => required.length >= path.length) ? neverNull(found.shape) : found.shape,
    certain,
  };
}

/** Problems of `requires`: every path must exist. */
export function checkRequires(context: ReadContext): readonly Problem[] {
  const scope = topScope(context);
  return context.requires.flatMap((path, index) => {
    if (isOption(path))
      return [
        { path: ['requires', index], message: `requires lists "${path}". Options always have a value: remove it.` },
      ];
    const read = readIn(scope, path);
    return 'fault' in read ? [{ path: ['requires', index], message: `requires lists "${path}", ${read.fault}` }] : [];
  });
}

/** Problems of `{{placeholders}}` in one template: each must be an option, or a path that is sure to be there. */
export function checkTemplate(field: 'message' | 'fix', text: string, context: ReadContext): readonly Problem[] {
  const scope = topScope(context);
  const faults = placeholdersOf(parseTemplate(text)).flatMap(({ path, written }) => {
    if (!/^[^\s{}]+$/.test(path))
      return [`holds ${written}, which names no field. Write {{field}} with the path of a field.`];
    if (isOption(path)) {
      const unknown = optionFault(path, context.options);
      return unknown === undefined ? [] : [`reads "${path}", ${unknown}`];
    }
    const read = readIn(scope, path);
    if ('fault' in read) return [`reads "${path}", ${read.fault}`];
    return read.certain || context.schema === undefined
      ? []
      : [`reads "${path}", which ${scope.name} may lack.\n  List it in requires, so that the message has no gap.`];
  });
  // A lone `}}` is how JSON ends; a lone `{{` is a placeholder that went wrong.
  if (text.replaceAll(/\{\{[^{}]*\}\}/g, '').includes('{{'))
    faults.push('holds a lone "{{". A placeholder is written {{field}}.');
  return [...new Set(faults)].map((fault) => ({ path: [field], message: `${field} ${fault}` }));
}

/** True for `options` and everything under it: always the rule's own options, never data. */
export function isOption(path: string): boolean {
  return path === 'options' || path.startsWith('options.');
}

/** What is wrong with reading an option, ready to follow `when reads "…", `. */
export function optionFault(path: string, options: JsonObject): string | undefined {
  const names = Object.keys(options);
  const name = path.slice('options.'.length);
  if (names.includes(name) && pathFault(path) === undefined) return undefined;
  const has = names.length === 0 ? 'Give it a default under options.' : `It has: ${names.join(', ')}.`;
  const near = didYouMean(name, names).replace('Did you mean "', 'Did you mean "options.');
  return `which is no option of this rule.\n  ${has}${near}`;
}

function certainFrom(shape: Shape, steps: readonly string[], from: number): boolean {
  let here: Shape | undefined = shape;
  for (const [index, step] of steps.entries()) {
    const member: ReturnType<typeof memberOf> = memberOf(here, step);
    if (member === undefined || (index >= from && !member.certain)) return false;
    here = member.shape;
  }
  return true;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** `a text`, `a number or null`; undefined when the schema does not tell. */
export function typeWords(shape: Shape): string | undefined {
  const types = typesOf(shape);
  return types === undefined || types.size === 0
    ? undefined
    : [...types].map((type) => TYPE_WORDS[type] ?? type).join(' or ');
}

function lost(scope: Scope, steps: readonly string[], at: number, parent: Shape): string {
  const names = memberNames(parent);
  const step = steps[at] ?? '';
  const before = steps.slice(0, at);
  const whole = (name: string): string => [...before, name].join('.');
  const near = didYouMean(step, names).replace(/"(.*)"/, (_, name: string) => JSON.stringify(whole(name)));
  if (names.length === 0) {
    const where = before.length === 0 ? scope.name : `"${before.join('.')}"`;
    return `but ${where} ${before.length === 0 && scope.plural ? 'are' : 'is'} ${typeWords(parent) ?? 'a value'} without a part "${step}".${step === 'length' ? ' Let the probe count.' : ''}`;
  }
  if (before.length === 0) {
    return `which ${scope.name} ${scope.plural ? 'do' : 'does'} not have.\n  ${scope.plural ? 'They have' : 'It has'}: ${names.join(', ')}.${near}`;
  }
  return `but "${before.join('.')}" has no "${step}".\n  It has: ${names.join(', ')}.${near}`;
}
