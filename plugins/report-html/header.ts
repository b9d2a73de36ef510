import { printable, type Report } from '../../core/index.js';
import { type Header, modeWords, type Part } from '../scorecard-view/header.js';
import { namedServer } from '../scorecard-view/names.js';
import { counted, percent } from '../scorecard-view/numbers.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { summary } from './checks.js';
import { html, type Markup, prose } from './html.js';

const NAME = { max: 80 };

/** `B, 88 % - notes-server 1.1.0` */
export function titleOf({ server, version, grade, score }: Header): string {
  const result = grade === null || score === null ? 'no grade' : `${grade}, ${percent(score)}`;
  return `${printable(namedServer(server), NAME)} ${printable(version, NAME)}: ${result} · MCP scorecard`;
}

/** What matters most: who, how good, why, and how it was found out. */
export function pageHeader(report: Report, view: ScorecardView): Markup {
  const { header } = view;
  return html`<header class="top">
    <div class="grade ${header.grade === null ? 'none' : `g${header.grade}`}">
      <span class="letter">${header.grade ?? '–'}</span>
    </div>
    <div class="who">
      <p class="over">MCP scorecard</p>
      <h1>
        ${printable(namedServer(header.server), NAME)} <span class="version">${printable(header.version, NAME)}</span>
      </h1>
      ${gradeLine(header)}${header.note === undefined ? undefined : html`<p class="cap">${prose(header.note)}</p>`}
    </div>
    <ul class="parts">
      ${header.parts.map((part) => partItem(part, view))}
    </ul>
    ${facts(report, view)}
  </header> `;
}

function gradeLine({ grade, score, capped, gradeless }: Header): Markup {
  if (grade === null || score === null)
    return html`<p class="result"><b>No grade</b>: ${prose(gradeless ?? 'nothing was judged', 300)}</p>`;
  return html`<p class="result">
    <b>Grade ${grade}</b>${capped ? html` <span class="capped">capped</span>` : undefined}
    <span class="score">score ${percent(score)}</span>
  </p>`;
}

function partItem({ label, share, passed, total }: Part, view: ScorecardView): Markup {
  const value = share === null ? 'n/a' : percent(share);
  const kind = share === null ? '' : share >= 0.9 ? 'good' : share >= 0.6 ? 'fair' : 'poor';
  return html`<li class="${kind}">
    <p class="share w${share === null ? 0 : Math.round(share * 100)}">
      <span class="label">${printable(label, NAME)}</span> <b>${value}</b>
    </p>
    <p class="soft">${partWords(label, passed, total, view)}</p>
  </li>`;
}

function partWords(
  label: string,
  passed: number | undefined,
  total: number | undefined,
  { lintErrors, lintWarnings, effects }: ScorecardView,
): string {
  if (total !== undefined) return total === 0 ? 'no cases' : `${passed} of ${counted(total, 'case')} passed`;
  if (label === 'lint') return `${counted(lintErrors, 'error')}, ${counted(lintWarnings, 'warning')}`;
  return label === 'effect' && effects.length > 0 ? summary(effects) : '';
}

function facts({ calls, toolscore, probed }: Report, { header, tools }: ScorecardView): Markup {
  const { protocol, mode, scorer } = header;
  const because =
    mode.because === undefined ? undefined : html` <span class="soft">${printable(mode.because, NAME)}</span>`;
  const entries: readonly (readonly [string, Markup])[] = [
    ['Mode', html`${modeWords(mode)}${because}`],
    ['Probes', html`${probed ? 'effects were looked for' : 'not asked for: no effect was looked for'}`],
    ['Protocol', html`${printable(protocol, NAME)}`],
    ['Looked at', html`${counted(tools.length, 'tool')} with ${counted(calls.length, 'request')}`],
    ...(scorer === undefined ? [] : [['Scored by', html`${printable(scorer, NAME)}`] as const]),
    ['Made by', html`toolscore ${printable(toolscore, NAME)}`],
  ];
  return html`<dl class="facts">
    ${entries.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
