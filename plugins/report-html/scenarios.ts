/** What every tool was called with, and what it answered; folded, tool by tool. */

import { groupBy, printable } from '../../core/index.js';
import type { CaseResult, LeftOut } from '../scorecard-view/cases.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted, milliseconds } from '../scorecard-view/numbers.js';
import type { ToolRow } from '../scorecard-view/tools.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { jsonLine } from './evidence.js';
import { html, type Markup, prose } from './html.js';
import { foldedBody, isLong, longClass } from './long.js';
import { marks } from './marks.js';
import type { Owners } from './owners.js';
import { fitting, leftNote } from './room.js';
import { type Section, section } from './section.js';

const failing = ({ passed, total }: ToolRow): boolean => passed < total;

/** Whom a case belongs to: a place in the list, because names may repeat, or else a name. */
type Key = number | string;
const keyOf = ({ subject }: CaseResult | LeftOut): Key => subject.index ?? subject.name;

export function scenariosSection(view: ScorecardView, owners: Owners, room: number): Section | undefined {
  const cases = groupBy(view.cases, keyOf);
  const leftOut = groupBy(view.leftOut, keyOf);
  const tried = view.tools.filter(({ tool }) => cases.has(tool.index) || leftOut.has(tool.index));
  if (tried.length === 0) return undefined;
  // What failed is what a reader opens this for, and what must not be left out.
  const ordered = [...tried.filter(failing), ...tried.filter((row) => !failing(row))];
  const fitted = fitting(
    ordered,
    (row) => {
      const { index, name } = row.tool;
      const body = toolCases(row, cases.get(index) ?? [], leftOut.get(index) ?? []);
      return foldedTool(row, foldedBody(body, isLong(ordered.length)), owners.numberOf(name));
    },
    room,
  );
  return section(
    {
      id: 'scenarios',
      title: 'Scenarios',
      short: 'Scenarios',
      count: fitted.shown.length,
      lead: html`Tools were called with arguments that their schemas allow, and with some that they do not:
      ${passedWords(view)}.`,
    },
    html`<div class="scenarios${longClass(fitted)}">${fitted.shown}</div>
      ${leftNote(fitted.left, 'tool')}`,
  );
}

function foldedTool(row: ToolRow, body: Markup, owner: number): Markup {
  const { tool, passed, total } = row;
  const bad = failing(row);
  const attributes = marks({ owners: [owner], severities: bad ? ['error'] : [], counted: [true], failing: bad });
  const result =
    total === 0
      ? html`<span class="soft">not called</span>`
      : html`<span class="${bad ? 'bad' : 'good'}">${passed}/${total} passed</span>`;
  return html`<details class="fold tool" ${attributes}>
    <summary><code class="name">${printable(namedTool(tool.name), { max: 80 })}</code> ${result}</summary>
    <div id="tool-${tool.index}">${body}</div>
  </details>`;
}

function toolCases({ tool }: ToolRow, cases: readonly CaseResult[], leftOut: readonly LeftOut[]): Markup {
  const description = tool.description.trim();
  const described =
    description === ''
      ? undefined
      : html`<p class="described">${printable(description.replaceAll(/\s+/g, ' '), { max: 300 })}</p>`;
  return html`${described}${cases.length === 0 ? undefined : caseTable(cases)}${leftOut.map(leftOutLine)}`;
}

function caseTable(cases: readonly CaseResult[]): Markup {
  return html`<table class="cases">
    <thead>
      <tr>
        <th scope="col">Result</th>
        <th scope="col">Case</th>
        <th scope="col">Arguments</th>
        <th scope="col">Answer</th>
        <th scope="col" class="n">Time</th>
      </tr>
    </thead>
    <tbody>
      ${cases.map(caseRow)}
    </tbody>
  </table>`;
}

function caseRow({ kind, description, arguments: given, passed, isError, durationMs, detail }: CaseResult): Markup {
  const [state, word] = passed === undefined ? ['open', 'not judged'] : passed ? ['ok', 'passed'] : ['no', 'failed'];
  return html`<tr class="${state}">
    <td>${word}</td>
    <td>${kind}: ${printable(description, { max: 120 })}</td>
    <td><code>${jsonLine(given, 240)}</code></td>
    <td>${isError ? html`<span class="soft">error: </span>` : undefined}${printable(detail, { max: 240 })}</td>
    <td class="n">${milliseconds(durationMs)}</td>
  </tr> `;
}

function leftOutLine({ kind, outcome, reason }: LeftOut): Markup {
  return html`<p class="left-out"><b>${kind} ${outcome}</b>: ${prose(reason, 300)}</p>`;
}

/** `41 of 42 calls passed` */
function passedWords({ cases }: ScorecardView): string {
  const judged = cases.filter(({ passed }) => passed !== undefined);
  return `${judged.filter(({ passed }) => passed).length} of ${counted(judged.length, 'call')} passed`;
}
