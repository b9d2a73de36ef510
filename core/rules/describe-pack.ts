/** A pack as text for `toolscore rules --pack`: its rules, and how severe each preset makes them. */

import { toToggle } from '../config/toggle.js';
import type { JsonObject } from '../json.js';
import type { Pack } from '../load/pack.js';
import type { RuleInput } from '../model.js';
import { shownPath } from '../shown-path.js';
import { printable } from '../text/printable.js';
import { columns } from './describe.js';
import { sourceOf } from './source.js';

/** More columns nobody reads. */
const MOST_PRESETS = 6;

export interface DescribedPack {
  readonly pack: Pack;
  /** As the user may name it. */
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** All it brings, those of its plugins included, under the ids that configs use. */
  readonly rules: readonly RuleInput[];
}

/** `cwd`: what paths are relative to. */
export function formatPack({ pack, name, version, description, rules }: DescribedPack, cwd: string): string {
  const presets = Object.keys(pack.presets);
  const shown = presets.slice(0, MOST_PRESETS);
  const ids = idsOf(pack, rules);
  const rows = [...rules]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => [
      rule.id,
      rule.severity,
      ...shown.map((preset) => severityIn(pack, preset, rule.id, ids)),
      pageOf(rule, cwd),
      rule.title,
    ]);
  const head = [
    [name, ...(version === undefined ? [] : [version])].join(' '),
    ...(description === undefined ? [] : [description]),
    `Namespace ${pack.namespace}. ${codeWords(pack)}`,
    ...(presets.length > shown.length ? [`Presets left out here: ${presets.slice(MOST_PRESETS).join(', ')}.`] : []),
  ];
  const table =
    rows.length === 0 ? ['It has no rules.'] : columns([['RULE', 'ITS AUTHOR', ...shown, 'PAGE', 'TITLE'], ...rows]);
  const others = shown.flatMap((preset) => othersIn(pack, preset, ids));
  const lines = [...head.map((line) => printable(line)), '', ...table];
  if (others.length > 0) lines.push('', 'Presets also set rules that are not its own:', ...columns(others));
  return `${lines.join('\n')}\n`;
}

function codeWords({ plugins }: Pack): string {
  if (plugins.length === 0) return 'Data only: it runs no code.';
  return `It runs code: ${plugins.map(({ specifier }) => specifier).join(', ')}.`;
}

function pageOf(rule: RuleInput, cwd: string): string {
  const page = sourceOf(rule)?.page;
  return page === undefined ? 'none' : shownPath(page, cwd);
}

/** Full ids by whatever a preset may call them. */
function idsOf({ namespace }: Pack, rules: readonly RuleInput[]): ReadonlyMap<string, string> {
  const short = (id: string): string => (id.startsWith(`${namespace}/`) ? id.slice(namespace.length + 1) : id);
  const names = (called: string, id: string): [string, string][] => [
    [called, id],
    [short(called), id],
  ];
  return new Map([
    ...rules.flatMap(({ id, aliases = [] }) => aliases.flatMap((alias) => names(alias, id))),
    ...rules.flatMap(({ id }) => names(id, id)),
  ]);
}

function severityIn({ presets }: Pack, preset: string, id: string, ids: ReadonlyMap<string, string>): string {
  const toggle = Object.entries(presets[preset] ?? {}).findLast(([called]) => ids.get(called) === id)?.[1];
  return toggle === undefined ? 'off' : words(toggle);
}

function othersIn({ presets }: Pack, preset: string, ids: ReadonlyMap<string, string>): readonly string[][] {
  return Object.entries(presets[preset] ?? {})
    .filter(([called]) => !ids.has(called))
    .map(([called, toggle]) => [`  ${preset}`, called, words(toggle)]);
}

function words(toggle: Pack['presets'][string][string]): string {
  const { severity, options = {}, counted } = toToggle(toggle);
  const said = Object.entries(options as JsonObject).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [
    severity ?? 'as it is',
    ...(said.length === 0 ? [] : [`(${said.join(', ')})`]),
    ...(counted === false ? ['not counted'] : []),
  ].join(' ');
}
