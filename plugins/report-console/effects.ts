import { printable } from '../../core/index.js';
import { type EffectRow, resultOf } from '../scorecard-view/effects.js';
import { listedEffects, quietCounts } from '../scorecard-view/quiet-checks.js';
import { namedTool } from '../scorecard-view/names.js';
import type { Paint, Style } from '../terminal-view/style.js';
import { type Column, table } from '../terminal-view/table.js';

const COLUMNS: readonly Column[] = [
  { title: 'Probe', min: 6 },
  { title: 'Tool', min: 6 },
  { title: 'Result' },
  { title: 'Confidence' },
  { title: 'Detail', min: 12, lines: 4 },
];

/** What probes of effects saw. What was skipped is not a row. */
export function effectsTable(style: Style, effects: readonly EffectRow[]): readonly string[] {
  const rows = checkRows(style, listedEffects(effects, style.verbose));
  const more = style.verbose ? '' : quietCounts(effects);
  if (rows.length === 0 && more === '') return [];
  return [
    `  ${style.bold('Effect probes')}`,
    '',
    ...rows,
    ...(more === '' ? [] : [`  ${style.dim(`other checks: ${more}; --verbose lists them`)}`]),
  ];
}

/** One line for each check, under a head; none for none. */
export function checkRows(style: Style, effects: readonly EffectRow[]): readonly string[] {
  return table(
    style,
    COLUMNS,
    effects.map((effect) => [
      { text: printable(effect.check, { max: 24 }) },
      { text: printable(namedTool(effect.tool), { max: 40 }) },
      { text: resultOf(effect), paint: paintOf(style, effect) },
      { text: effect.confidence ?? '', paint: style.dim },
      { text: printable(effect.message, { max: 300 }) },
    ]),
  );
}

function paintOf(style: Style, { status, severity }: EffectRow): Paint {
  if (status === 'pass') return style.good;
  if (status === 'fail') return severity === 'error' ? style.bad : style.warn;
  return style.dim;
}
