/** What a check of a bound says to people. */

import type { ToolBound } from '../../schemas/observations.gen.js';
import { counted, listed, shortened } from '../effect-checks/words.js';
import type { Judged, Whole } from './judgement.js';
import type { BoundCheck } from './plan.js';
import { isCounted, type Try } from './tries.js';

type Unit = ToolBound['unit'];

/** `head 0 returned 10 lines instead of 0, head 1 returned 1, …` */
export function comparisonOf(check: BoundCheck, whole: Whole, unit: Unit, tries: readonly Try[]): string {
  const first = tries.find(isCounted);
  const parts = tries.map((one) => {
    const what = `${shortened(check.param)} ${one.value}`;
    if (!isCounted(one)) return `${what} ${one.kind === 'refused' ? 'was refused' : 'told nothing'}`;
    const count = one === first ? counted(one.items.length, unit) : String(one.items.length);
    const wrong = wanted(check, whole, one);
    return `${what} returned ${count}${wrong === '' ? '' : ` ${wrong}`}`;
  });
  return parts.join(', ');
}

/** What should have come back instead; empty when it did. */
export function wanted({ expect }: BoundCheck, { all }: Whole, { value, deviation }: Judged): string {
  if (deviation === 'none') return '';
  if (deviation === 'other') return `that are not the ${expect === 'suffix' ? 'last' : 'first'}`;
  return `instead of ${all === undefined || expect === 'at_most' ? `at most ${value}` : Math.min(value, all.length)}`;
}

export function passWords({ param }: BoundCheck, tries: readonly Try[]): string {
  const values = tries.filter(isCounted).map(({ value }) => value);
  const refused = tries.filter(({ kind }) => kind === 'refused').map(({ value }) => value);
  const rest = refused.length === 0 ? '' : `; ${listed(refused)} was refused`;
  return `${shortened(param)} bounded the result for the tried values [${values.join(', ')}]${rest}`;
}

/** Why nothing can be told when no value was below what there is. */
export function tooFewWords({ param }: BoundCheck, { all }: Whole, unit: Unit, tries: readonly Try[]): string {
  const name = shortened(param);
  const counts = tries.filter(isCounted);
  if (counts.length === 0)
    return `${name} ${listed(tries.map(({ value }) => value))} was refused, so nothing was bounded`;
  const most = Math.max(...counts.map(({ items }) => items.length));
  const there =
    all === undefined
      ? `at most ${counted(most, unit)} came back`
      : `without ${name} it returns ${counted(all.length, unit)}`;
  const values = listed(counts.map(({ value }) => value));
  return `too few ${unit} to tell: ${there}, and ${name} was tried with ${values}. Run it against a server that holds more, or give arguments that find more`;
}
