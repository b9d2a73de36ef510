/** What rules found: what to fix first, what does not count, and what is only information. */

import { isObject, printable, type Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { detailsOf, type EffectDetail } from '../scorecard-view/effects.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import type { Fix } from '../scorecard-view/fixes.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { elsewhere } from '../scorecard-view/uncounted.js';
import { type Calls, callList } from './evidence.js';
import { html, type Markup, prose } from './html.js';
import { foldedBody } from './long.js';
import { chip, marks } from './marks.js';
import type { Owners } from './owners.js';
import type { Rules } from './rules.js';

/** What a card needs to know besides its finding. */
export interface Scene {
  readonly report: Report;
  readonly calls: Calls;
  readonly owners: Owners;
  readonly rules: Rules;
  /** There are many cards. */
  readonly long: boolean;
}

/** A cause is shown with so many of its findings. */
const MOST_SEEN = 6;
/** The names of so many owners stand on a card; of so many, in its fold. */
const FEW_OWNERS = 9;
const MOST_OWNERS = 300;
const NAME = { max: 80 };

const LABELS: Readonly<Record<string, string>> = { happy: 'scenario', edge: 'scenario', effect: 'probe' };

export function fixCard(scene: Scene, fix: Fix): Markup {
  const times = fix.times > 1 ? html` <span class="times">${fix.times} cases</span>` : undefined;
  return card(scene, fix, fix.cause, times);
}

/**
 * Issues told once: those that say the same words of several tools, and rest on no calls, are one where the first of
 * them stood. A rule of names or schemas may fire on every tool there is.
 */
export function toldOnce(fixes: readonly Fix[]): readonly Fix[] {
  const groups = new Map<string, readonly Fix[]>();
  for (const [at, fix] of fixes.entries()) {
    const { rule, severity, confidence, message, owner, evidence, cause } = fix;
    const single = cause !== undefined || evidence.length > 0;
    const words = [rule, severity, confidence, withoutOwner(message, owner), fix.fix];
    const key = single ? String(at) : JSON.stringify(words);
    groups.set(key, [...(groups.get(key) ?? []), fix]);
  }
  return [...groups.values()].flatMap((group) => {
    const [lead] = group;
    if (lead === undefined || group.length === 1) return lead ?? [];
    const owners = [...new Set(group.map(({ owner }) => owner))];
    return { ...lead, cause: { lead, owners, weaker: [], findings: group } };
  });
}

export function causeCard(scene: Scene, cause: Cause): Markup {
  return card(scene, cause.lead, cause);
}

export function noteCard(scene: Scene, note: Finding): Markup {
  return card(scene, note, undefined);
}

function card(scene: Scene, finding: Finding, cause: Cause | undefined, times?: Markup): Markup {
  const { owner, severity, rule, fix, family, confidence } = finding;
  const seen = cause?.findings ?? [finding];
  const owners = cause?.owners ?? [owner];
  const others = cause === undefined ? '' : elsewhere(cause, (name) => printable(namedTool(name), { max: 60 }));
  const attributes = marks({
    owners: owners.map((name) => scene.owners.numberOf(name)),
    severities: [...new Set(seen.map((one) => one.severity))],
    counted: [finding.counted],
    failing: severity !== 'info',
  });
  return html`<li class="finding ${severity}" ${attributes}>
    <h3>${chip(severity)} <code class="name">${printable(namedTool(owner), NAME)}</code>${times}</h3>
    <p class="what">${prose(messageOf(finding, scene.owners))}</p>
    ${others === '' ? undefined : html`<p class="also">${others}</p>`}
    <p class="fix">${prose(fix)}</p>
    <p class="meta">
      ${scene.rules.link(rule)} <span>${LABELS[family] ?? family}</span> <span>${confidence} confidence</span>
    </p>
    ${evidence(scene, seen) ?? everyOwner(owners)}
  </li> `;
}

/** Neither the owner nor the rule's id: both stand beside it. */
function messageOf({ message, owner, rule }: Finding, owners: Owners): string {
  const text = withoutOwner(message.replace(` (${rule})`, ''), owner);
  // What begins with another name must keep it as it is.
  const named = owners.numberOf(text.split(' ', 1)[0] ?? '') >= 0;
  return named ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** More names than stand on the card already. */
function everyOwner(owners: readonly string[]): Markup | undefined {
  if (owners.length <= FEW_OWNERS) return undefined;
  const names = owners.slice(0, MOST_OWNERS).map((name) => html`<code>${printable(namedTool(name), NAME)}</code> `);
  const more = owners.length - MOST_OWNERS;
  return html`<details class="fold">
    <summary>All ${counted(owners.length, 'tool')}</summary>
    <p class="names">${names}${more > 0 ? `and ${more} more` : undefined}</p>
  </details>`;
}

function evidence(scene: Scene, seen: readonly Finding[]): Markup | undefined {
  const blocks = seen.slice(0, MOST_SEEN).flatMap((finding) => evidenceOf(scene, finding, seen.length > 1) ?? []);
  if (blocks.length === 0) return undefined;
  const calls = new Set(seen.flatMap((finding) => finding.evidence)).size;
  const left = seen.length - MOST_SEEN;
  const rest = left > 0 ? html`<p class="rest">${counted(left, 'more finding')} of this cause</p>` : undefined;
  const what = calls === 0 ? 'what was done' : counted(calls, 'call');
  return html`<details class="fold">
    <summary>Evidence: ${what}</summary>
    ${foldedBody(html`${blocks}${rest}`, scene.long)}
  </details>`;
}

function evidenceOf(scene: Scene, finding: Finding, several: boolean): Markup | undefined {
  const { data, basis = '' } = scene.report.observations[finding.observation] ?? {};
  const effect = finding.family === 'effect';
  const steps = effect && isObject(data) ? stepList(detailsOf(data['details'])) : undefined;
  const calls = callList(scene.calls, finding.evidence);
  if (steps === undefined && calls === undefined) return undefined;
  const who = several
    ? html`<p class="seen">
        ${chip(finding.severity)}
        <code class="name">${printable(namedTool(finding.owner), NAME)}</code>
        ${prose(messageOf(finding, scene.owners))}
      </p>`
    : undefined;
  const how =
    effect && basis !== '' ? html`<p class="basis">How it was found out: ${prose(basis, 300)}</p>` : undefined;
  return html`<div class="seen-once">${who}${how}${steps}${calls}</div>`;
}

/** What a check did, step by step. */
export function stepList(details: readonly EffectDetail[]): Markup | undefined {
  if (details.length === 0) return undefined;
  const most = { max: 200 };
  const items = details
    .slice(0, 40)
    .map(
      ({ step, outcome, note }) =>
        html`<li>
          <span class="step">${printable(step, most)}</span> <span class="outcome">${printable(outcome, most)}</span>${
            note === '' ? undefined : html` <span class="note">${printable(note, most)}</span>`
          }
        </li>`,
    );
  return html`<ol class="steps">
    ${items}
  </ol>`;
}
