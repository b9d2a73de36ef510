import { markdownCode, markdownProse, markdownText } from '../../core/index.js';
import { type EffectRow, resultOf } from '../scorecard-view/effects.js';
import { listedEffects, quietCounts } from '../scorecard-view/quiet-checks.js';
import { namedTool } from '../scorecard-view/names.js';
import { calledCells, type ToolRow } from '../scorecard-view/tools.js';

const NAME = { max: 80 };

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rule: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, rule, ...rows].map(row).join('\n');
}

export function toolsTable(tools: readonly ToolRow[]): string {
  if (tools.length === 0) return 'The server lists no tools.';
  return table(
    ['Tool', 'Scenarios', 'Avg latency', 'Def. tokens'],
    ['---', '---:', '---:', '---:'],
    tools.map((row) => [markdownCode(namedTool(row.tool.name), NAME), ...calledCells(row), String(row.tokens)]),
  );
}

/** What probes of effects saw, with its heading; empty when there is nothing. What was skipped is not a row. */
export function effectsTable(effects: readonly EffectRow[]): string {
  const shown = listedEffects(effects);
  const more = quietCounts(effects);
  if (shown.length === 0 && more === '') return '';
  const rows = shown.map((effect) => [
    markdownText(effect.check, NAME),
    markdownCode(namedTool(effect.tool), NAME),
    resultOf(effect),
    effect.confidence ?? '',
    markdownProse(effect.message),
  ]);
  const head = ['Probe', 'Tool', 'Result', 'Confidence', 'Detail'];
  const rule = head.map(() => '---');
  return [
    '## Effect probes',
    ...(rows.length === 0 ? [] : [table(head, rule, rows)]),
    ...(more === '' ? [] : [`Other checks: ${more}.`]),
  ].join('\n\n');
}
