import { clausesOf, type JsonObject, statementsOf, type Tool } from '../../core/index.js';

/** Words for work that is done after the answer. */
const LATER =
  /\b(?:enqueued?|queued|asynchronous(?:ly)?|eventual(?:ly)?|in the background|will be (?:stored|saved|written|indexed|processed|added|created)|takes? (?:up to|about|a few|several|some)\b[^.;]{0,20}\b(?:seconds?|minutes?|time))\b/i;

/** Why what a write reported may show only later; undefined when nothing says so. */
export function laterDoubt(
  { name, description }: Pick<Tool, 'name' | 'description'>,
  result: JsonObject,
): string | undefined {
  if (LATER.test(description)) return `the description of ${name} speaks of work that is done later`;
  const { prose, values } = statementsOf(result);
  const said = [...prose, ...values].flatMap((text) => clausesOf(text)).find((clause) => LATER.test(clause));
  return said === undefined ? undefined : `its answer speaks of work that is done later`;
}
