import { html, type Markup } from './html.js';

export interface Heading {
  readonly id: string;
  readonly title: string;
  /** How many entries it has that can be filtered; left out where there are none. */
  readonly count?: number;
  readonly lead?: Markup | undefined;
}

/** A section with its heading. The filter keeps the count. */
export function section({ id, title, count, lead }: Heading, body: Markup): Markup {
  const number = count === undefined ? undefined : html` <span class="count">${count}</span>`;
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}${number}</h2>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}${body}${
    count === undefined ? undefined : html`<p class="none" hidden>Nothing here matches the filter.</p>`
  }</section>
`;
}
