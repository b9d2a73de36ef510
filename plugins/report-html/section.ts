import { html, type Markup } from './html.js';

export interface Heading {
  readonly id: string;
  readonly title: string;
  /** What the links at the top say; left out where none leads here. */
  readonly short?: string;
  /** How many entries it has that can be filtered; left out where there are none. */
  readonly count?: number;
  readonly lead?: Markup | undefined;
}

export interface Section extends Heading {
  readonly markup: Markup;
}

/** A section with its heading. The filter keeps the count. */
export function section(heading: Heading, body: Markup): Section {
  const { id, title, count, lead } = heading;
  const number = count === undefined ? undefined : html` <span class="count">${count}</span>`;
  const markup = html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}${number}</h2>
    ${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}${body}${
      count === undefined ? undefined : html`<p class="none" hidden>Nothing here matches the filter.</p>`
    }
  </section> `;
  return { ...heading, markup };
}
