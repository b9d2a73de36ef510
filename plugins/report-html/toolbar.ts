/** The ways through the page: links to its sections, and a filter that a script brings to life. */

import { printable } from '../../core/index.js';
import { html, type Markup } from './html.js';
import type { Owners } from './owners.js';

export interface Place {
  readonly id: string;
  readonly title: string;
  readonly count: number;
}

/** A longer list to choose from helps nobody; the search finds names too. */
const MOST_OWNERS = 1_500;

export function toolbar(places: readonly Place[], { names }: Owners): Markup {
  const links = places.map(
    ({ id, title, count }) => html`<li><a href="#${id}">${title} <span class="count">${count}</span></a></li>`,
  );
  const options = names
    .slice(0, MOST_OWNERS)
    .map((name, at) => html`<option value="${at}">${printable(name, { max: 60 })}</option>`);
  return html`<div class="bar-top"><nav aria-label="Sections"><ul>${links}</ul></nav>
<search><form id="filter" hidden autocomplete="off">
<label class="wide"><span>Search</span> <input type="search" name="text" placeholder="Words, tools, rules, arguments" spellcheck="false"></label>
<label><span>Severity</span> <select name="severity"><option value="">Any</option><option value="error">Error</option><option value="warning">Warning</option><option value="info">Info</option></select></label>
<label><span>Tool</span> <select name="owner"><option value="">All</option>${options}</select></label>
<label><span>Counted</span> <select name="counted"><option value="">Either</option><option value="yes">Counted</option><option value="no">Not counted</option></select></label>
<label class="tick"><input type="checkbox" name="failing"> <span>Only failing</span></label>
<button type="reset">Clear</button>
<button type="button" id="unfold" aria-pressed="false">Unfold evidence</button>
<p role="status" id="matches"></p>
</form></search></div>
`;
}
