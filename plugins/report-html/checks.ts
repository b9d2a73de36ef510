/** Every check of the tools' effects, what failed first; those that say the same of several tools are one row. */

import { printable } from '../../core/index.js';
import { type EffectRow } from '../scorecard-view/effects.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { UNCOUNTED_CHECKS } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { stepList } from './findings.js';
import { html, type Markup, prose } from './html.js';
import { chip, marks } from './marks.js';
import type { Owners } from './owners.js';
import { fitting, leftNote } from './room.js';
import { type Section, section } from './section.js';

interface Alike {
  readonly effect: EffectRow;
  readonly tools: string[];
}

const MOST_TOOLS = 12;
const STATUSES: readonly EffectRow['status'][] = ['fail', 'inconclusive', 'pass', 'skipped'];
const SEVERITIES: readonly (EffectRow['severity'] | undefined)[] = ['error', 'warning', 'info', null];

export function checksSection(view: ScorecardView, owners: Owners, room: number): Section | undefined {
  const { effects, uncounted } = view;
  if (effects.length === 0 && uncounted.effects.length === 0) return undefined;
  const own = checkTable(effects, true, owners, room / 2);
  const others = checkTable(uncounted.effects, false, owners, room / 2);
  return section(
    {
      id: 'checks',
      title: 'Checks of effects',
      short: 'Checks',
      count: own.rows + others.rows,
      lead: html`Whether tools did what they reported. ${effects.length === 0 ? undefined : html`${summary(effects)}.`}`,
    },
    html`${own.markup}${
      others.rows === 0
        ? undefined
        : html`<details class="group" id="uncounted-checks">
            <summary>
              <h3>${UNCOUNTED_CHECKS}</h3>
              <span class="soft">${summary(uncounted.effects)}</span>
            </summary>
            ${others.markup}
          </details>`
    }`,
  );
}

/** `3 failed, 44 passed, 2 skipped` */
export function summary(effects: readonly EffectRow[]): string {
  const words = { fail: 'failed', inconclusive: 'inconclusive', pass: 'passed', skipped: 'skipped' };
  return STATUSES.flatMap((wanted) => {
    const count = effects.filter(({ status }) => status === wanted).length;
    return count === 0 ? [] : [`${count} ${words[wanted]}`];
  }).join(', ');
}

function checkTable(
  effects: readonly EffectRow[],
  counts: boolean,
  owners: Owners,
  room: number,
): { readonly markup: Markup | undefined; readonly rows: number } {
  if (effects.length === 0) return { markup: undefined, rows: 0 };
  const { shown, left } = fitting(alike(effects), (row) => checkRow(row, counts, owners), room);
  const markup = html`<table class="checks">
      <thead>
        <tr>
          <th scope="col">Result</th>
          <th scope="col">Check</th>
          <th scope="col">Tool</th>
          <th scope="col">Confidence</th>
          <th scope="col">What was seen</th>
        </tr>
      </thead>
      <tbody>
        ${shown}
      </tbody>
    </table>
    ${leftNote(left, 'check')}`;
  return { markup, rows: shown.length };
}

function alike(effects: readonly EffectRow[]): readonly Alike[] {
  const rows = new Map<string, Alike>();
  for (const [at, effect] of effects.entries()) {
    const { check, status, confidence, message, details, tool } = effect;
    const key = status === 'fail' ? String(at) : JSON.stringify([check, status, confidence, message, details]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { effect, tools: [tool] });
    else row.tools.push(tool);
  }
  return [...rows.values()].toSorted((a, b) => rank(a.effect) - rank(b.effect));
}

const rank = ({ status, severity }: EffectRow): number =>
  STATUSES.indexOf(status) * SEVERITIES.length + SEVERITIES.indexOf(severity);

function checkRow({ effect, tools }: Alike, counts: boolean, owners: Owners): Markup {
  const { check, status, severity, confidence, message, basis, details, id, param } = effect;
  const failing = status === 'fail';
  const attributes = marks({
    owners: [...new Set(tools)].map((tool) => owners.numberOf(tool)),
    severities: failing && severity !== null ? [severity] : [],
    counted: [counts],
    failing,
  });
  const names = [...new Set(tools)].map((tool) => html`<code>${printable(namedTool(tool), { max: 60 })}</code> `);
  const more =
    names.length > MOST_TOOLS
      ? html`<span class="soft">and ${counted(names.length - MOST_TOOLS, 'more')}</span>`
      : undefined;
  const which = [id, param]
    .filter((text) => text !== '')
    .map((text) => html` <span class="soft">${printable(text, { max: 60 })}</span>`);
  const steps = stepList(details);
  return html`<tr ${attributes}>
    <td>${chip(failing && severity !== null ? severity : status)}</td>
    <td>${printable(check, { max: 60 })}${which}</td>
    <td class="names">${names.slice(0, MOST_TOOLS)}${more}</td>
    <td>${confidence ?? html`<span class="soft">none</span>`}</td>
    <td class="seen">
      ${prose(message, 500)}${
        basis === '' || basis === message ? undefined : html` <span class="soft">${prose(basis, 200)}</span>`
      }${
        steps === undefined
          ? undefined
          : html`<details class="fold">
              <summary>${counted(details.length, 'step')}</summary>
              ${steps}
            </details>`
      }
    </td>
  </tr> `;
}
