import { printable, type Severity } from '../../core/index.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { calledCells, type ToolRow } from '../scorecard-view/tools.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { html, type Markup } from './html.js';
import { bar, latencyScale, type LatencyScale } from './latency.js';
import { marks } from './marks.js';
import type { Owners } from './owners.js';
import { fitting, leftNote } from './room.js';
import { section } from './section.js';

/** What was found of one tool. */
interface Found {
  readonly error: number;
  readonly warning: number;
  readonly uncounted: number;
}

const NOTHING: Found = { error: 0, warning: 0, uncounted: 0 };

/** The tools, what they cost and what was found of them. */
export function toolsSection(view: ScorecardView, owners: Owners, room: number): Markup {
  const { tools, toolTokens, instructionsTokens } = view;
  if (tools.length === 0) return section({ id: 'tools', title: 'Tools' }, html`<p>The server lists no tools.</p>`);
  const scale = latencyScale(tools.map(({ latencyMs }) => latencyMs));
  const found = foundByTool(view);
  const mostTokens = Math.max(...tools.map(({ tokens }) => tokens), 1);
  const row = (one: ToolRow): Markup => toolRow(one, found.get(one.tool.name) ?? NOTHING, { scale, mostTokens, owners });
  // Where not all fit, those with something to repair do.
  const { shown, left } = fitting(tools, row, room);
  const instructions = instructionsTokens === 0 ? '' : `, and ${instructionsTokens} in the instructions`;
  return section(
    {
      id: 'tools',
      title: 'Tools',
      count: shown.length,
      lead: html`An estimated ${counted(toolTokens, 'token')} in ${counted(tools.length, 'tool definition')}${instructions}.`,
    },
    html`<table class="tools"><thead><tr><th scope="col">Tool</th><th scope="col" class="n">Scenarios passed</th><th scope="col" class="lat">Average latency${
      scale.words === '' ? undefined : html` <span class="soft">${scale.words}</span>`
    }</th><th scope="col" class="n tok">Tokens <span class="soft">of the definition</span></th><th scope="col">Found</th></tr></thead>
<tbody>
${shown}</tbody></table>${leftNote(left, 'tool')}`,
  );
}

interface Scales {
  readonly scale: LatencyScale;
  readonly mostTokens: number;
  readonly owners: Owners;
}

function toolRow(row: ToolRow, found: Found, { scale, owners }: Scales): Markup {
  const { tool, passed, total, latencyMs, tokens } = row;
  const [scenarios, latency] = calledCells(row);
  const severities = (['error', 'warning'] as const).filter((severity) => found[severity] > 0);
  const attributes = marks({
    owners: [owners.numberOf(tool.name)],
    severities: passed < total ? [...new Set<Severity>(['error', ...severities])] : severities,
    counted: found.uncounted > 0 ? [true, false] : [true],
    failing: passed < total || severities.length > 0,
  });
  const name = printable(namedTool(tool.name), { max: 80 });
  return html`<tr${attributes}><th scope="row">${
    total === 0 ? html`<code>${name}</code>` : html`<a href="#tool-${tool.index}"><code>${name}</code></a>`
  }</th><td class="n ${total === 0 ? 'soft' : passed < total ? 'bad' : 'good'}">${scenarios}</td><td class="lat"><span class="ms">${latency}</span>${
    latencyMs > 0 ? bar(scale.percentOf(latencyMs)) : undefined
  }</td><td class="n tok">${tokens}</td><td class="found">${foundWords(found)}</td></tr>
`;
}

function foundWords({ error, warning, uncounted }: Found): Markup {
  const words = [
    ...(error > 0 ? [html`<span class="tally error">${counted(error, 'error')}</span>`] : []),
    ...(warning > 0 ? [html`<span class="tally warning">${counted(warning, 'warning')}</span>`] : []),
    ...(uncounted > 0 ? [html`<span class="tally soft">${uncounted} not counted</span>`] : []),
  ];
  return words.length === 0 ? html`<span class="soft">nothing</span>` : html`${words}`;
}

function foundByTool({ fixes, uncounted }: ScorecardView): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const add = (owner: string, what: keyof Found): void => {
    const before = found.get(owner) ?? NOTHING;
    found.set(owner, { ...before, [what]: before[what] + 1 });
  };
  for (const { owner, severity } of fixes) add(owner, severity === 'error' ? 'error' : 'warning');
  for (const { owners } of uncounted.causes) for (const owner of owners) add(owner, 'uncounted');
  return found;
}
