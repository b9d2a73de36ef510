/** What configs, presets and flags say of rules: checked, and laid over each other one rule at a time. */

import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import type { Origin, RuleInput, Toggle } from '../model.js';
import { didYouMean, nearest } from '../nearest.js';
import { describeProblem, type Locate, type Path } from '../origin.js';
import { typeOfValue } from './data-shape.js';

/** Toggles from one place. Later layers win. */
export interface ToggleLayer {
  /** By rule id: a severity, `off`, `false`, or an object with `severity`, `options` and `counted`. */
  readonly rules: JsonObject;
  /** Finds a part of `rules`: `[id]`, `[id, 'counted']`, `[id, 'options', name]`. */
  readonly locate: Locate;
  /** Somebody else wrote it, as the preset of a pack: nothing for the user to change. */
  readonly foreign?: true;
}

/** What all layers together say of one rule. */
export interface RuleSetting {
  /** Undefined when only options are set. */
  readonly toggle: Toggle | undefined;
  /** Only those that were set. */
  readonly options: JsonObject;
  /** Who decided the toggle, or else the options; undefined when neither was set. */
  readonly origin: Origin | undefined;
  /** Undefined when nobody says whether it counts. */
  readonly counted: CountedSetting | undefined;
}

/** Whether a rule counts in the grade, and who decided that. */
export interface CountedSetting {
  readonly value: boolean;
  readonly origin: Origin;
}

/** A rule as toggles see it, under its id and its earlier ids. */
export type KnownRules = ReadonlyMap<string, Pick<RuleInput, 'id' | 'options' | 'deprecated'>>;

const TOGGLES: ReadonlyMap<unknown, Toggle> = new Map<unknown, Toggle>([
  ['off', 'off'],
  ['info', 'info'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['warn', 'warning'],
  [false, 'off'],
]);
const ACCEPTED = 'off, info, warning or error';

/**
 * Lays the layers over each other. A layer that only says how severe a rule is keeps the options that earlier ones set
 * and whether it counts, and the other way round. What is wrong is added to `problems`, with its place; `notice` hears of
 * ids that still work and that the user had better not write any more.
 */
export function resolveToggles(
  layers: readonly ToggleLayer[],
  known: KnownRules,
  problems: string[],
  notice: (text: string) => void = () => {},
): ReadonlyMap<string, RuleSetting> {
  const settings = new Map<string, RuleSetting>();
  for (const { rules, locate, foreign } of layers) {
    for (const [written, value] of Object.entries(rules)) {
      const report = (path: Path, message: string, atKey = false): void => {
        problems.push(describeProblem({ path: [written, ...path], message, atKey }, locate));
      };
      const rule = known.get(written);
      if (rule === undefined) {
        report([], `no rule is called "${written}".${didYouMean(written, known.keys())}`, true);
        continue;
      }
      const old = foreign === true ? undefined : outdated(written, rule);
      if (old !== undefined) notice(describeProblem({ path: [written], message: old, atKey: true }, locate));
      const said = readToggle(written, value, rule.options ?? {}, report);
      if (said === undefined) continue;
      const before = settings.get(rule.id);
      settings.set(rule.id, {
        toggle: said.toggle ?? before?.toggle,
        options: { ...before?.options, ...said.options },
        origin: decides(said, before) ? locate([written]) : before?.origin,
        counted:
          said.counted === undefined ? before?.counted : { value: said.counted, origin: locate([written, 'counted']) },
      });
    }
  }
  return settings;
}

/** What to write instead of an id: of a rule that was renamed, or that another one has taken the place of. */
function outdated(written: string, { id, deprecated }: Pick<RuleInput, 'id' | 'deprecated'>): string | undefined {
  // A rule that was renamed may say since when: then it names itself as what to use.
  if (deprecated !== undefined && (deprecated.use !== id || written !== id))
    return `"${written}" is deprecated since ${deprecated.since}. Write "${deprecated.use}" instead.`;
  return written === id ? undefined : `"${written}" is called "${id}" now. Write that instead.`;
}

/**
 * The layer of one `--rule id=severity`.
 * @throws UsageError when it has another form; whether the rule exists is known later
 */
export function parseRuleFlag(text: string): ToggleLayer {
  const source = `--rule ${text}`;
  const at = text.indexOf('=');
  const [id, toggle] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 0 || id === '') {
    throw new UsageError(
      `${source}  is not of the form ID=SEVERITY. Write --rule ${at < 0 ? text.trim() || 'ID' : 'ID'}=off, with ${ACCEPTED}.`,
    );
  }
  if (!TOGGLES.has(toggle)) throw new UsageError(`${source}  ${noSeverity(toggle)}`);
  return constantLayer({ [id]: toggle }, source);
}

/** A layer of which only the name is known: a preset, a flag. */
export function constantLayer(rules: JsonObject, source: string): ToggleLayer {
  return { rules, locate: () => ({ source }) };
}

type Report = (path: Path, message: string, atKey?: boolean) => void;
interface Said {
  readonly toggle: Toggle | undefined;
  readonly options: JsonObject;
  readonly counted: boolean | undefined;
}

/** A layer decides by its toggle, or by its options where nobody has set a toggle. */
function decides({ toggle, options }: Said, before: RuleSetting | undefined): boolean {
  return toggle !== undefined || (before?.toggle === undefined && Object.keys(options).length > 0);
}

const MEMBERS = ['severity', 'options', 'counted'];

/** Undefined when the value is wrong; then it has been reported. */
function readToggle(id: string, value: unknown, defaults: JsonObject, report: Report): Said | undefined {
  const plain = TOGGLES.get(value);
  if (plain !== undefined) return { toggle: plain, options: {}, counted: undefined };
  if (!isObject(value)) {
    report([], `"${id}": ${noSeverity(value)}\n  With options: { severity: warning, options: { … } }.`);
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (!MEMBERS.includes(name))
      report([name], `"${id}" takes severity, options and counted; found "${name}".${didYouMean(name, MEMBERS)}`, true);
  }
  const { severity, options = {}, counted } = value;
  const toggle = TOGGLES.get(severity);
  if (severity !== undefined && toggle === undefined) report(['severity'], `"${id}": ${noSeverity(severity)}`);
  if (counted !== undefined && typeof counted !== 'boolean')
    report(['counted'], `"${id}": counted takes true or false; found ${JSON.stringify(counted)}.`);
  if (!isObject(options)) {
    report(['options'], `"${id}" takes an object of options; found ${JSON.stringify(options)}.`);
    return undefined;
  }
  return {
    toggle,
    options: readOptions(id, options, defaults, report),
    counted: typeof counted === 'boolean' ? counted : undefined,
  };
}

function readOptions(id: string, given: JsonObject, defaults: JsonObject, report: Report): JsonObject {
  const fitting = new Map<string, unknown>();
  const names = Object.keys(defaults);
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      const has = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
      report(['options', name], `"${id}" has no option "${name}". ${has}${didYouMean(name, names)}`, true);
    } else if (!sameType(value, defaults[name])) {
      report(
        ['options', name],
        `"${id}": ${name} takes ${typeName(defaults[name])} such as ${JSON.stringify(defaults[name])}; found ${JSON.stringify(value)}.`,
      );
    } else fitting.set(name, value);
  }
  return Object.fromEntries(fitting);
}

/** Lists must also hold the same types: an object among texts would be taken for JSON-Logic. */
function sameType(value: unknown, fallback: unknown): boolean {
  if (typeOfValue(value) !== typeOfValue(fallback)) return false;
  if (!Array.isArray(value) || !Array.isArray(fallback)) return true;
  const types = new Set((fallback as unknown[]).map(typeOfValue));
  const plain = new Set(['string', 'number', 'boolean']);
  return (value as unknown[])
    .map(typeOfValue)
    .every((type) => (types.size === 0 ? plain.has(type ?? '') : types.has(type)));
}

function typeName(value: unknown): string {
  const type = typeOfValue(value);
  return type === 'array'
    ? 'a list'
    : type === 'boolean'
      ? 'true or false'
      : type === 'object'
        ? 'an object'
        : `a ${type}`;
}

function noSeverity(value: unknown): string {
  const near =
    typeof value === 'string'
      ? nearest(
          value,
          [...TOGGLES.keys()].filter((name) => typeof name === 'string'),
        )
      : undefined;
  return `${JSON.stringify(value)} is no severity. Write ${ACCEPTED}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}
