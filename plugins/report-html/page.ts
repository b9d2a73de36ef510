/** The scorecard as one page: nothing in it comes from elsewhere, and everything but the filter works without a script. */

import { createHash } from 'node:crypto';
import type { Report } from '../../core/index.js';
import { fixesByCause, noIssues } from '../scorecard-view/fixes.js';
import type { Notice } from '../scorecard-view/notices.js';
import { UNCOUNTED, uncountedTexts } from '../scorecard-view/uncounted.js';
import { type ScorecardView, viewOf } from '../scorecard-view/view.js';
import { script, style } from './assets.gen.js';
import { checksSection } from './checks.js';
import { causeCard, fixCard, noteCard, type Scene } from './findings.js';
import { pageHeader, titleOf } from './header.js';
import { bytesOf, html, type Markup, ownMarkup, prose } from './html.js';
import { icon } from './icon.js';
import { BAR_WIDTHS } from './latency.js';
import { chip } from './marks.js';
import { ownersOf } from './owners.js';
import { type Fitted, fitting, leftNote } from './room.js';
import { rulesOf, rulesSection } from './rules.js';
import { scenariosSection } from './scenarios.js';
import { section } from './section.js';
import { type Place, toolbar } from './toolbar.js';
import { toolsSection } from './tools.js';

/** Bytes for each section, and for all of them; what the others leave goes to the scenarios. Names and the rest take under 300,000. */
const ROOM = { fixes: 600_000, uncounted: 200_000, notes: 80_000, tools: 400_000, checks: 300_000, rules: 60_000 };
const ALL = 1_700_000;

const STYLE = style + BAR_WIDTHS;
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function renderHtml(report: Report): string {
  const view = viewOf(report);
  const { header } = view;
  // Nothing may be loaded, sent, framed or run but what stands in the page itself.
  const policy = `default-src 'none'; img-src data:; style-src ${sha256(STYLE)}; script-src ${sha256(script)}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${titleOf(header)}</title>
<link rel="icon" href="${icon(header.grade)}">
<style>${ownMarkup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
${pageHeader(report, view)}${body(report, view)}<footer><p>Made by toolscore ${report.toolscore} from one run. Names, texts and answers are shown as the server sent them, cut and with hidden characters made visible.</p></footer>
<script>${ownMarkup(script)}</script>
</body>
</html>
`;
  return page.toString();
}

function body(report: Report, view: ScorecardView): Markup {
  const owners = ownersOf(report, view);
  const calls = new Map(report.calls.map((call) => [call.id, call]));
  const rules = rulesOf(report);
  const scene: Scene = { report, calls, owners, rules };
  const causes = fixesByCause(view.fixes);
  const fixes = fitting(causes, (fix) => fixCard(scene, fix), ROOM.fixes);
  const uncounted = fitting(view.uncounted.causes, (cause) => causeCard(scene, cause), ROOM.uncounted);
  const notes = fitting(view.notes, (note) => noteCard(scene, note), ROOM.notes);
  const first = [
    fixesSection(report, view, fixes),
    uncountedSection(view, uncounted),
    notesSection(notes),
    toolsSection(view, owners, ROOM.tools),
    checksSection(view, owners, ROOM.checks),
  ];
  const last = rulesSection(report, rules, ROOM.rules);
  const used = [...first, last].reduce((sum, part) => sum + (part === undefined ? 0 : bytesOf(part)), 0);
  const scenarios = scenariosSection(view, owners, ALL - used);
  const checks = view.effects.length + view.uncounted.effects.length;
  const places: readonly Place[] = [
    { id: 'fixes', title: 'To fix', count: causes.length },
    { id: 'uncounted', title: 'Not counted', count: view.uncounted.causes.length },
    { id: 'notes', title: 'Information', count: view.notes.length },
    { id: 'tools', title: 'Tools', count: view.tools.length },
    { id: 'checks', title: 'Checks', count: checks },
    { id: 'scenarios', title: 'Scenarios', count: view.cases.length },
  ].filter(({ id, count }) => count > 0 || id === 'fixes');
  const sections = [...first, scenarios, last].filter((part) => part !== undefined);
  return html`${toolbar(places, owners)}<main id="main" tabindex="-1">
${noticeList(view.notices)}${sections}</main>
`;
}

function fixesSection(report: Report, { uncounted }: ScorecardView, { shown, left }: Fitted): Markup {
  const heading = { id: 'fixes', title: 'What to fix first' };
  if (shown.length + left === 0)
    return section(heading, html`<p class="all-good">${noIssues(report, uncounted.causes.length > 0)}</p>`);
  return section({ ...heading, count: shown.length }, html`<ol class="findings">${shown}</ol>${leftNote(left, 'issue')}`);
}

function uncountedSection(view: ScorecardView, { shown, left }: Fitted): Markup | undefined {
  if (shown.length + left === 0) return undefined;
  return section(
    { id: 'uncounted', title: UNCOUNTED, count: shown.length, lead: prose(uncountedTexts(view, undefined).join(' ')) },
    html`<ul class="findings">${shown}</ul>${leftNote(left, 'finding')}`,
  );
}

function notesSection({ shown, left }: Fitted): Markup | undefined {
  if (shown.length + left === 0) return undefined;
  return section(
    { id: 'notes', title: 'For information', count: shown.length },
    html`<ul class="findings">${shown}</ul>${leftNote(left, 'note')}`,
  );
}

/** How far the numbers reach: what did not run, what was left behind, what failed on our side. */
function noticeList(notices: readonly Notice[]): Markup | undefined {
  if (notices.length === 0) return undefined;
  return section(
    { id: 'notices', title: 'About this run' },
    html`<ul class="notices">${notices.map(
      ({ severity, text }) => html`<li class="${severity}">${chip(severity)} <span>${prose(text, 3_000)}</span></li>`,
    )}</ul>`,
  );
}
