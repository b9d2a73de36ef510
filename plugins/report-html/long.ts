/** Pages of many entries, which must open as fast as others. */

import { html, type Markup } from './html.js';
import type { Fitted } from './room.js';

/** From so many entries on, a list is painted and its folded parts are read piece by piece. */
const LONG = 100;

export const isLong = (count: number): boolean => count > LONG;

export const longClass = ({ shown }: Fitted): string => (isLong(shown.length) ? ' long' : '');

/**
 * The content of a fold. In a long list, where there is a script, it is one piece of text to a browser until somebody
 * unfolds it: a page of a hundred thousand elements takes seconds to open. Where there is none, it is what it says.
 */
export function foldedBody(body: Markup, long: boolean): Markup {
  return long ? html`<noscript>${body}</noscript>` : body;
}
