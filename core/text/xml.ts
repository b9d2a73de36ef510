import { printable, type TextBounds } from './printable.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The text for an element or a quoted attribute of SVG, HTML or XML, on one line. Characters that XML 1.0 forbids, and
 * those that act instead of showing, stand as visible escapes.
 */
export function xmlText(text: string, bounds?: TextBounds): string {
  return printable(text, bounds).replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
}
