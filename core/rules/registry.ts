/** All rules of a run, built in and from outside, in data and in code: collected, checked, and sealed with their toggles. */

import type { JsonObject } from '../json.js';
import type { Origin, Rule, RuleInput } from '../model.js';
import { didYouMean } from '../nearest.js';
import { describeProblem, describeProblems, type Locate, placeOf, type Problem } from '../origin.js';
import { checkRule, engineOf } from './check-rule.js';
import { checkShapeInCode } from './check-shape.js';
import { usesPatterns } from './check-when.js';
import { defaultToggle, makeRule } from './make-rule.js';
import { loadPatterns } from './patterns.js';
import { sourceOf } from './source.js';
import { resolveToggles, type ToggleLayer } from './toggles.js';

export interface RuleOrigin {
  /** The plugin or pack that brings it. */
  readonly plugin: string;
  /** Where it is defined. A rule that was read from a file knows better. */
  readonly origin: Origin;
  /** Checked when the package was built; may observe what nothing in this run emits. */
  readonly builtIn?: boolean;
}

export interface SealInput {
  /** From the weakest to the strongest. */
  readonly layers: readonly ToggleLayer[];
  /** JSON Schema of every kind of observation that some plugin emits. */
  readonly kinds: ReadonlyMap<string, JsonObject>;
  /** What ships and has no part in this run. Asked only when something is unknown. */
  readonly elsewhere?: () => Promise<Elsewhere>;
  /** Hears of ids in layers that still work and are out of date. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** A config may speak of these rules, and rules from outside may observe these kinds; in this run that means nothing. */
export interface Elsewhere {
  readonly rules: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

export interface Registry {
  /** Adds a rule as it is. Nothing is checked yet. */
  add(rule: RuleInput, from: RuleOrigin): void;
  /**
   * Checks all rules from outside and gives every rule its toggle and options. What is wrong is added to `problems`;
   * then the result is not to be used. With built-in rules alone, neither the parser nor ajv is loaded.
   */
  seal(input: SealInput, problems: string[]): Promise<ReadonlyMap<string, Rule>>;
}

interface Entry extends RuleOrigin {
  readonly rule: RuleInput;
  readonly locate: Locate;
  readonly page: string | undefined;
  /** Read from a file, whose shape was checked with it. */
  readonly fromFile: boolean;
}

export function createRegistry(): Registry {
  const entries: Entry[] = [];
  return {
    add(rule, from) {
      const source = sourceOf(rule);
      entries.push({
        ...from,
        rule,
        locate: source?.locate ?? (() => from.origin),
        page: source?.page,
        fromFile: source !== undefined,
      });
    },
    async seal({ layers, kinds, elsewhere, notice }, problems) {
      const byId = index(entries, problems);
      for (const entry of entries) {
        if (entry.builtIn === true || (await observesElsewhere(entry, kinds, elsewhere))) continue;
        problems.push(...(await faultsOf(entry, kinds, byId)));
      }
      const known = new Map([...byId].map(([name, { rule }]) => [name, rule]));
      const settings = resolveToggles(await spokenOf(layers, known, elsewhere), known, problems, notice);
      const rules = new Map<string, Rule>();
      for (const { rule, plugin, locate, page } of new Set(byId.values())) {
        const setting = settings.get(rule.id);
        const toggle = setting?.toggle ?? defaultToggle(rule);
        const options = { ...rule.options, ...setting?.options };
        const own = locate([]);
        const counted = setting?.counted ?? { value: rule.counted ?? true, origin: own };
        rules.set(
          rule.id,
          makeRule(rule, { id: rule.id, plugin, toggle, options, origin: setting?.origin ?? own, page, counted }),
        );
      }
      if ([...rules.values()].some(needsPatterns)) await loadPatterns();
      return rules;
    },
  };
}

async function observesElsewhere(
  { rule }: Entry,
  kinds: ReadonlyMap<string, unknown>,
  elsewhere: SealInput['elsewhere'],
): Promise<boolean> {
  return !kinds.has(rule.observes) && ((await elsewhere?.())?.kinds.has(rule.observes) ?? false);
}

/** The layers without what they say of rules that have no part in this run. */
async function spokenOf(
  layers: readonly ToggleLayer[],
  known: ReadonlyMap<string, unknown>,
  elsewhere: SealInput['elsewhere'],
): Promise<readonly ToggleLayer[]> {
  const unknown = layers.some(({ rules }) => Object.keys(rules).some((id) => !known.has(id)));
  if (!unknown || elsewhere === undefined) return layers;
  const others = (await elsewhere()).rules;
  return layers.map((layer) => ({
    ...layer,
    rules: Object.fromEntries(Object.entries(layer.rules).filter(([id]) => known.has(id) || !others.has(id))),
  }));
}

/** Entries by id and by earlier id. The first of two with one name stays. */
function index(entries: readonly Entry[], problems: string[]): ReadonlyMap<string, Entry> {
  const byId = new Map<string, Entry>();
  const clash = (entry: Entry, name: string, other: Entry, part: Problem['path']): void => {
    const message = `a rule called "${name}" is already there, from ${whence(other)}. Rename one of the two.`;
    problems.push(describeProblem({ path: part, message: `${whose(entry)}${message}` }, entry.locate));
  };
  for (const entry of entries) {
    const other = byId.get(entry.rule.id);
    if (other === undefined) byId.set(entry.rule.id, entry);
    else clash(entry, entry.rule.id, other, ['id']);
  }
  for (const entry of new Set(byId.values())) {
    for (const [place, alias] of (Array.isArray(entry.rule.aliases)
      ? (entry.rule.aliases as string[])
      : []
    ).entries()) {
      const other = byId.get(alias);
      if (other === undefined) byId.set(alias, entry);
      else clash(entry, alias, other, ['aliases', place]);
    }
  }
  return byId;
}

/** `plugin "x" (file:3:1)`. */
function whence({ plugin, locate, builtIn }: Entry): string {
  return builtIn === true ? 'toolscore itself' : `${plugin} (${placeOf(locate(['id']))})`;
}

/** A rule in code has no lines of its own, so its problems say whose they are. */
function whose({ fromFile, rule }: Entry): string {
  return fromFile ? '' : `rule "${rule.id}": `;
}

async function faultsOf(
  entry: Entry,
  kinds: ReadonlyMap<string, JsonObject>,
  known: ReadonlyMap<string, Entry>,
): Promise<readonly string[]> {
  const { rule, fromFile, locate } = entry;
  const shape = fromFile ? [] : await checkShapeInCode({ ...rule, id: withoutNamespace(rule.id) });
  const faults =
    shape.length > 0
      ? shape
      : [...kindFaults(rule, kinds), ...(await checkRule(rule, kinds.get(rule.observes))), ...useFaults(rule, known)];
  return describeProblems(
    faults.map((fault) => ({ ...fault, message: `${whose(entry)}${fault.message}` })),
    locate,
  );
}

function kindFaults({ observes }: RuleInput, kinds: ReadonlyMap<string, JsonObject>): readonly Problem[] {
  if (kinds.has(observes)) return [];
  const message = `observes "${observes}", which no plugin emits.${didYouMean(observes, kinds.keys())}\n  There are: ${[...kinds.keys()].join(', ')}.`;
  return [{ path: ['observes'], message }];
}

function useFaults({ deprecated }: RuleInput, known: ReadonlyMap<string, Entry>): readonly Problem[] {
  if (deprecated === undefined || known.has(deprecated.use)) return [];
  return [
    {
      path: ['deprecated', 'use'],
      message: `deprecated says to use "${deprecated.use}", which no rule is called.${didYouMean(deprecated.use, known.keys())}`,
    },
  ];
}

/** Rules of a pack are called `namespace/id`; the form of an id is that of its last part. */
function withoutNamespace(id: unknown): string {
  return typeof id === 'string' ? id.replace(/^[a-z0-9][a-z0-9-]*\//, '') : (id as string);
}

function needsPatterns(rule: Rule): boolean {
  return rule.toggle !== 'off' && engineOf(rule) === 'json-logic' && usesPatterns(rule.when);
}
