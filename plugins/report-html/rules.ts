/** The rules that found something, each told once; findings point here. */

import { printable, type Report } from '../../core/index.js';
import { counted } from '../scorecard-view/numbers.js';
import { html, type Markup, prose } from './html.js';
import { fitting, leftNote } from './room.js';
import { chip } from './marks.js';
import { type Section, section } from './section.js';

export interface Rules {
  /** The rule's id as a link to what is told of it. */
  link(id: string): Markup;
  readonly ids: readonly string[];
}

const ID = { max: 120 };

/** `report`: whose findings; the rules in order of their ids. */
export function rulesOf({ verdicts }: Report): Rules {
  const found = verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
  const ids = [...new Set(found)].toSorted();
  const numbers = new Map(ids.map((id, at) => [id, at]));
  return {
    ids,
    link(id) {
      const at = numbers.get(id);
      return at === undefined
        ? html`<code>${printable(id, ID)}</code>`
        : html`<a class="rule" href="#rule-${at}">${printable(id, ID)}</a>`;
    },
  };
}

export function rulesSection(report: Report, { ids }: Rules, room: number): Section | undefined {
  if (ids.length === 0) return undefined;
  const times = new Map<string, number>();
  for (const { rule, outcome } of report.verdicts) if (outcome === 'fail') times.set(rule, (times.get(rule) ?? 0) + 1);
  const item = (id: string, at: number): Markup => {
    const rule = report.rules.get(id);
    const words =
      rule === undefined
        ? undefined
        : html`${chip(rule.severity)} ${prose(rule.failure, 200)}.
          ${rule.counted ? undefined : html`<span class="soft">Not counted in the grade.</span>`}`;
    return html`<div id="rule-${at}">
      <dt><code>${printable(id, ID)}</code> <span class="soft">${counted(times.get(id) ?? 0, 'finding')}</span></dt>
      <dd>${words}</dd>
      <dd><code class="command">toolscore explain ${printable(id, ID)}</code></dd>
    </div>`;
  };
  const { shown, left } = fitting(ids, item, room);
  return section(
    {
      id: 'rules',
      title: 'Rules that found something',
      lead: html`Each command tells why a rule matters, and how to fix what it finds.`,
    },
    html`<dl class="rules">${shown}</dl>
      ${leftNote(left, 'rule')}`,
  );
}
