/** The calls that a finding rests on, as anybody could make them again. */

import { boundedJson, type CallEntry, isObject, type JsonObject, jsonText, printable } from '../../core/index.js';
import { counted, milliseconds } from '../scorecard-view/numbers.js';
import { html, lines, type Markup } from './html.js';

/** A check is a little story: how it begins matters, and how it ends. */
const FIRST = 3;
const LAST = 5;
const BOUNDS = { depth: 8, values: 150, text: 300 };
/** Wrapped into a few lines, short JSON reads better than down a page. */
const ON_ONE_LINE = 320;
const MOST_JSON = 1_500;

export type Calls = ReadonlyMap<number, CallEntry>;

/** A list of calls; undefined when there are none. */
export function callList(calls: Calls, evidence: readonly number[]): Markup | undefined {
  const known = evidence.flatMap((id) => calls.get(id) ?? []);
  if (known.length === 0) return undefined;
  const all = known.length <= FIRST + LAST;
  const first = all ? known : known.slice(0, FIRST);
  const last = all ? [] : known.slice(-LAST);
  const between = known.length - first.length - last.length;
  const gap = between === 0 ? undefined : html`<li class="gap">${counted(between, 'call')} between</li>`;
  return html`<ol class="calls">
    ${first.map(callItem)}${gap}${last.map(callItem)}
  </ol>`;
}

function callItem({ id, method, params, outcome, ms, excerpt }: CallEntry): Markup {
  const { name, arguments: given, ...rest } = params;
  const named = method === 'tools/call' && typeof name === 'string';
  const sent = named && isObject(given) && Object.keys(rest).length === 0 ? given : params;
  return html`<li>
    <p class="call">
      <span class="no">call ${id}</span> <code>${printable(method, { max: 80 })}</code>${
        named ? html` <code class="name">${printable(name, { max: 80 })}</code>` : undefined
      } <span class="gave ${outcome === 'result' ? 'fine' : 'odd'}">${outcome}</span>
      <span class="ms">${milliseconds(ms)}</span>
    </p>
    <pre><span class="io">sent</span>${jsonBlock(sent)}</pre>
    <pre><span class="io">got</span>${excerpt === '' ? html`<i>nothing</i>` : html`${printable(excerpt, { max: 500 })}`}</pre>
  </li>`;
}

/** JSON on one line when it is short, bounded otherwise. */
export function jsonBlock(value: JsonObject): Markup {
  const bounded = boundedJson(value, BOUNDS);
  const line = jsonText(bounded, 0);
  if (line.length <= ON_ONE_LINE) return html`${line}`;
  const text = jsonText(bounded).trimEnd();
  return lines(text.length <= MOST_JSON ? text : `${text.slice(0, MOST_JSON)}…`);
}

/** JSON on one line, cut. */
export function jsonLine(value: JsonObject, max: number): string {
  return printable(jsonText(boundedJson(value, BOUNDS), 0), { max });
}
