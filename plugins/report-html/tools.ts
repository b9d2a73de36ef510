import { printable, type Severity } from '../../core/index.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { calledCells, type ToolRow } from '../scorecard-view/tools.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { html, type Markup } from './html.js';
import { latencyScale, type LatencyScale } from './latency.js';
import { marks } from './marks.js';
import type { Owners } from './owners.js';
import { fitting, leftNote } from './room.js';
import { type Section, section } from './section.js';

/** What was found of one tool. */
interface Found {
  readonly error: number;
  readonly warning: number;
  readonly uncounted: number;
}

const MOST_IN_ORDER = 1_000;
const NOTHING: Found = { error: 0, warning: 0, uncounted: 0 };

/** The tools, what they cost and what was found of them. */
export function toolsSection(view: ScorecardView, owners: Owners, room: number): Section {
  const { tools, toolTokens, instructionsTokens } = view;
  if (tools.length === 0) return section({ id: 'tools', title: 'Tools' }, html`<p>The server lists no tools.</p>`);
  const scale = latencyScale(tools.map(({ latencyMs }) => latencyMs));
  const found = foundByTool(view);
  const row = (one: ToolRow): Markup => toolRow(one, found.get(one.tool.name) ?? NOTHING, scale, owners);
  // Where not all may fit, those with something to repair come first.
  const ordered =
    tools.length <= MOST_IN_ORDER ? tools : [...tools.filter(failing), ...tools.filter((one) => !failing(one))];
  const { shown, left } = fitting(ordered, row, room);
  const instructions = instructionsTokens === 0 ? '' : `, and ${instructionsTokens} in the instructions`;
  return section(
    {
      id: 'tools',
      title: 'Tools',
      short: 'Tools',
      count: shown.length,
      lead: html`An estimated ${counted(toolTokens, 'token')} in
      ${counted(tools.length, 'tool definition')}${instructions}.`,
    },
    html`<table class="tools">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" class="n">Scenarios passed</th>
            <th scope="col" class="lat">
              Average latency${scale.words === '' ? undefined : html` <span class="soft">${scale.words}</span>`}
            </th>
            <th scope="col" class="n tok">Tokens <span class="soft">of the definition</span></th>
            <th scope="col">Findings</th>
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
      ${leftNote(left, 'tool')}`,
  );
}

const failing = ({ passed, total }: ToolRow): boolean => passed < total;

function toolRow(row: ToolRow, found: Found, scale: LatencyScale, owners: Owners): Markup {
  const { tool, total, latencyMs, tokens } = row;
  const [scenarios, latency] = calledCells(row);
  const severities = (['error', 'warning'] as const).filter((severity) => found[severity] > 0);
  const attributes = marks({
    owners: [owners.numberOf(tool.name)],
    severities: failing(row) ? [...new Set<Severity>(['error', ...severities])] : severities,
    counted: found.uncounted > 0 ? [true, false] : [true],
    failing: failing(row) || severities.length > 0,
  });
  const name = printable(namedTool(tool.name), { max: 80 });
  // As few elements as can be: there may be a thousand of these.
  return html`<tr ${attributes}>
    <th scope="row">${total === 0 ? name : html`<a href="#tool-${tool.index}">${name}</a>`}</th>
    <td class="n ${total === 0 ? 'soft' : failing(row) ? 'bad' : 'good'}">${scenarios}</td>
    <td class="lat w${scale.percentOf(latencyMs)}">${latency}</td>
    <td class="n tok">${tokens}</td>
    ${foundCell(found)}
  </tr>`;
}

function foundCell({ error, warning, uncounted }: Found): Markup {
  const words = [
    ...(error > 0 ? [html`<span class="tally error">${counted(error, 'error')}</span>`] : []),
    ...(warning > 0 ? [html`<span class="tally warning">${counted(warning, 'warning')}</span>`] : []),
    ...(uncounted > 0 ? [html`<span class="tally soft">${uncounted} not counted</span>`] : []),
  ];
  return words.length === 0 ? html`<td class="soft">no findings</td>` : html`<td>${words}</td>`;
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
