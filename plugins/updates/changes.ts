/** Which tools change fields of a record, and what their descriptions say of the fields that are left out. */

import { nameWords, reachesOut, type Tool } from '../../core/index.js';

const CHANGING: ReadonlySet<string> = new Set('update edit modify change patch amend set'.split(' '));
/** Such a first word makes the record. */
const MAKING: ReadonlySet<string> = new Set('create add new insert register make get list search'.split(' '));

/** True for a tool that changes fields of a record which is there already. */
export function changesFields(tool: Tool): boolean {
  const words = nameWords(tool.name);
  return !MAKING.has(words[0] ?? '') && words.some((word) => CHANGING.has(word)) && !reachesOut(tool);
}

/** The new record takes the place of the old one, or what is left out is cleared. */
const REPLACES =
  /\b(?:replac|overwr|rewrit|clear|reset|wip|remov|unset|delet|drop)\w*\b|\b(?:whole|entire|entirely|complete|completely|full|fully)\b|\b(?:left out|omitted|missing|not (?:given|provided|sent|set))\b[^.;]{0,30}\b(?:null|empty|default|remov|lost|gone)/i;
const PROMISES_TO_KEEP =
  /\bonly\b[^.;]{0,40}\b(?:given|provided|specified|passed|supplied|sent|included|changed?|set)\b|\b(?:partial|merg\w+)\b|\b(?:other|remaining|omitted|unspecified|left out)\b[^.;]{0,40}\b(?:unchanged|untouched|stay|kept|keep|preserved|retain\w*|remain\w*)\b/i;

/** `keeps`: only the given fields change. `replaces`: the others may go. Undefined: it says neither. */
export function promiseOfFields({ description }: Tool): 'keeps' | 'replaces' | undefined {
  if (PROMISES_TO_KEEP.test(description)) return 'keeps';
  return REPLACES.test(description) ? 'replaces' : undefined;
}

/** A description by which an empty value is no value: of the tool or of the property. */
const EMPTY_IS_NONE =
  /\b(?:empty|blank|zero|falsy|\b0\b)\b[^.;]{0,60}\b(?:ignored|unchanged|keep|kept|skip\w*|no change|not allowed|invalid)|\b(?:leave|left) (?:it )?(?:empty|blank)\b|\bnon-?empty\b|\b(?:not|never) (?:be )?empty\b/i;

export function saysEmptyIsNone(...texts: readonly unknown[]): boolean {
  return texts.some((text) => typeof text === 'string' && EMPTY_IS_NONE.test(text));
}
