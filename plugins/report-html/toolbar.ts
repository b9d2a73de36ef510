/** The ways through the page: links to its sections, and a filter that a script brings to life. */

import { printable } from '../../core/index.js';
import { html, type Markup } from './html.js';
import type { Owners } from './owners.js';
import type { Section } from './section.js';

/** A longer list to choose from helps nobody, and the search finds names too; then only those are in it of whom something was found. */
const MOST_OWNERS = 200;

export function toolbar(sections: readonly Section[], { names, found }: Owners): Markup {
  const links = sections.flatMap(({ id, short, count = 0 }) =>
    short === undefined
      ? []
      : html`<li>
          <a href="#${id}">${short} <span class="count">${count}</span></a>
        </li>`,
  );
  const options = names
    .map((name, at) => ({ name, at }))
    .filter(({ at }) => names.length <= MOST_OWNERS || found.has(at))
    .slice(0, MOST_OWNERS)
    .map(({ name, at }) => html`<option value="${at}">${printable(name, { max: 60 })}</option>`);
  return html`<div class="bar-top">
    <nav aria-label="Sections">
      <ul>
        ${links}
      </ul>
    </nav>
    <search>
      <form id="filter" hidden autocomplete="off">
        <label class="wide"
          ><span>Search</span>
          <input type="search" name="text" placeholder="Words, tools, rules, arguments" spellcheck="false"
        /></label>
        <label
          ><span>Severity</span>
          <select name="severity">
            <option value="">Any</option>
            <option value="error">Error</option>
            <option value="warning">Warning</option>
            <option value="info">Info</option>
          </select></label
        >
        ${options.length === 0 ? undefined : chooser(options)}
        <label
          ><span>Counted</span>
          <select name="counted">
            <option value="">Either</option>
            <option value="yes">Counted</option>
            <option value="no">Not counted</option>
          </select></label
        >
        <label class="tick"><input type="checkbox" name="failing" /> <span>Only failing</span></label>
        <button type="reset">Clear</button>
        <button type="button" id="unfold" aria-pressed="false">Unfold evidence</button>
        <p role="status" id="matches"></p>
      </form>
    </search>
  </div> `;
}

const chooser = (options: readonly Markup[]): Markup =>
  html`<label
    ><span>Tool</span>
    <select name="owner">
      <option value="">All</option>
      ${options}
    </select></label
  >`;
