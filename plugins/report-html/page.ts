/** The scorecard as one page: nothing in it comes from elsewhere, and everything but the filter works without a script. */

import { createHash } from 'node:crypto';
import type { Report } from '../../core/index.js';
import { baselineNotices, shownViewOf } from '../scorecard-view/baseline.js';
import { fixesByCause, noIssues } from '../scorecard-view/fixes.js';
import type { Notice } from '../scorecard-view/notices.js';
import { UNCOUNTED, uncountedTexts } from '../scorecard-view/uncounted.js';
import { type ScorecardView, viewOf } from '../scorecard-view/view.js';
import { script, style } from './assets.gen.js';
import { checksSection } from './checks.js';
import { causeCard, fixCard, noteCard, type Scene, toldOnce } from './findings.js';
import { pageHeader, titleOf } from './header.js';
import { bytesOf, html, type Markup, ownMarkup, prose } from './html.js';
import { icon } from './icon.js';
import { BAR_WIDTHS } from './latency.js';
import { isLong, longClass } from './long.js';
import { chip } from './marks.js';
import { type Owners, ownersOf } from './owners.js';
import { fitting, leftNote } from './room.js';
import { rulesOf, rulesSection } from './rules.js';
import { scenariosSection } from './scenarios.js';
import { type Section, section } from './section.js';
import { toolbar } from './toolbar.js';
import { toolsSection } from './tools.js';

/** Bytes for each section. */
const ROOM = { fixes: 600_000, uncounted: 200_000, notes: 80_000, tools: 400_000, checks: 300_000, rules: 60_000 };
/** Bytes for the whole page: what the other sections leave goes to the scenarios. */
const ALL = 1_950_000;

const STYLE = style + BAR_WIDTHS;
// Not by a template: what is hashed must not get another blank.
const STYLE_ELEMENT = ownMarkup(`<style>${STYLE}</style>`);
const SCRIPT_ELEMENT = ownMarkup(`<script>${script}</script>`);
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function renderHtml(report: Report): string {
  const view = shownViewOf(report);
  const owners = ownersOf(report, view);
  const scene: Scene = {
    report,
    calls: new Map(report.calls.map((call) => [call.id, call])),
    owners,
    rules: rulesOf(report),
    long: isLong(view.fixes.length + view.uncounted.causes.length),
  };
  const first = [
    fixesSection(scene, view),
    uncountedSection(scene, view),
    notesSection(scene, view),
    toolsSection(view, owners, ROOM.tools),
    checksSection(view, owners, ROOM.checks),
  ];
  const last = rulesSection(report, scene.rules, ROOM.rules);
  const page = (scenarios: Section | undefined): Markup =>
    document(
      report,
      view,
      owners,
      [...first, scenarios, last].filter((part) => part !== undefined),
    );
  const left = ALL - bytesOf(page(undefined));
  return page(scenariosSection(view, owners, left)).toString();
}

function document(report: Report, view: ScorecardView, owners: Owners, sections: readonly Section[]): Markup {
  const { header } = view;
  const notices = [...view.notices, ...baselineNotices(report)];
  // Nothing may be loaded, sent, framed or run but what stands in the page itself.
  const policy = `default-src 'none'; img-src data:; style-src ${sha256(STYLE)}; script-src ${sha256(script)}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${titleOf(header)}</title>
        <link rel="icon" href="${icon(header.grade)}" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the findings</a>
        ${pageHeader(report, viewOf(report))}${toolbar(sections, owners)}
        <main id="main" tabindex="-1">${noticesSection(notices)?.markup}${sections.map(({ markup }) => markup)}</main>
        <footer>
          <p>
            Made by toolscore ${report.toolscore} from one run. Names, texts and answers are shown as the server sent
            them, cut and with hidden characters made visible.
          </p>
        </footer>
        ${SCRIPT_ELEMENT}
      </body>
    </html> `;
}

function fixesSection(scene: Scene, { fixes, uncounted }: ScorecardView): Section {
  const fitted = fitting(toldOnce(fixesByCause(fixes)), (fix) => fixCard(scene, fix), ROOM.fixes);
  const { shown, left } = fitted;
  const heading = { id: 'fixes', title: 'What to fix first', short: 'To fix' };
  if (shown.length + left === 0)
    return section(heading, html`<p class="all-good">${noIssues(scene.report, uncounted.causes.length > 0)}</p>`);
  return section(
    { ...heading, count: shown.length },
    html`<ol class="findings${longClass(fitted)}">
        ${shown}
      </ol>
      ${leftNote(left, 'issue')}`,
  );
}

function uncountedSection(scene: Scene, view: ScorecardView): Section | undefined {
  const fitted = fitting(view.uncounted.causes, (cause) => causeCard(scene, cause), ROOM.uncounted);
  const { shown, left } = fitted;
  if (shown.length + left === 0) return undefined;
  return section(
    {
      id: 'uncounted',
      title: UNCOUNTED,
      short: 'Not counted',
      count: shown.length,
      lead: prose(uncountedTexts(view, undefined).join(' ')),
    },
    html`<ul class="findings${longClass(fitted)}">
        ${shown}
      </ul>
      ${leftNote(left, 'finding')}`,
  );
}

function notesSection(scene: Scene, { notes }: ScorecardView): Section | undefined {
  const fitted = fitting(notes, (note) => noteCard(scene, note), ROOM.notes);
  const { shown, left } = fitted;
  if (shown.length + left === 0) return undefined;
  return section(
    { id: 'notes', title: 'For information', short: 'Information', count: shown.length },
    html`<ul class="findings${longClass(fitted)}">
        ${shown}
      </ul>
      ${leftNote(left, 'note')}`,
  );
}

/** How far the numbers reach: what did not run, what was left behind, what failed on our side. */
function noticesSection(notices: readonly Notice[]): Section | undefined {
  if (notices.length === 0) return undefined;
  return section(
    { id: 'notices', title: 'About this run' },
    html`<ul class="notices">
      ${notices.map(
        ({ severity, text }) => html`<li class="${severity}">${chip(severity)} <span>${prose(text, 3_000)}</span></li>`,
      )}
    </ul>`,
  );
}
