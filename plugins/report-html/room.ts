/** A page must stay small whatever a server lists: every section has so much room, and says what did not fit. */

import { bytesOf, html, type Markup } from './html.js';
import { counted } from '../scorecard-view/numbers.js';

export interface Fitted {
  readonly shown: readonly Markup[];
  /** How many items did not fit. */
  readonly left: number;
  readonly bytes: number;
}

/** As many of the items, from the first, as fit into so many bytes. What does not fit is not even rendered. */
export function fitting<T>(items: readonly T[], render: (item: T, at: number) => Markup, room: number): Fitted {
  const shown: Markup[] = [];
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    const markup = render(item, at);
    const size = bytesOf(markup);
    if (bytes + size > room) break;
    bytes += size;
    shown.push(markup);
  }
  return { shown, left: items.length - shown.length, bytes };
}

/** What a reader is told of the rest. */
export function leftNote(left: number, noun: string): Markup | undefined {
  return left === 0
    ? undefined
    : html`<p class="rest">
        ${counted(left, `more ${noun}`)} would make this page too large; the JSON report has all.
      </p>`;
}
