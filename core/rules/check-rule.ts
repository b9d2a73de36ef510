import type { JsonObject } from '../json.js';
import type { RuleInput } from '../model.js';
import type { Problem } from '../origin.js';
import { checkRequires, checkTemplate, type ReadContext } from './check-reads.js';
import { checkWhen, readsOption, usesPatterns } from './check-when.js';
import { loadPatterns } from './patterns.js';
import { parseTemplate, placeholdersOf } from './template.js';

/** The engine that judges a rule: the one it names, or the one its `when` or `judge` calls for. */
export function engineOf({ engine, judge }: RuleInput): string {
  return engine ?? (judge === undefined ? 'json-logic' : 'code');
}

/**
 * Everything a rule reads, against the schema of what it observes: `requires`, `when`, message and fix. Undefined when
 * nobody declares that schema; then only what holds for any data is checked. The shape must have been checked.
 */
export async function checkRule(rule: RuleInput, schema: JsonObject | undefined): Promise<readonly Problem[]> {
  const { observes: kind, requires = [], options = {}, when, judge, message, fix } = rule;
  const context: ReadContext = { kind, schema, options, requires };
  const problems = [...checkRequires(context)];
  const engine = engineOf(rule);
  if (engine === 'code' && judge === undefined) {
    problems.push({
      path: ['engine'],
      message: 'engine is "code", but a file holds no code. Remove the line, and write "when".',
    });
  }
  if (engine === 'json-logic') {
    if (usesPatterns(when)) await loadPatterns();
    problems.push(...checkWhen(when, context), ...unreadOptions(rule));
  }
  return [...problems, ...checkTemplate('message', message, context), ...checkTemplate('fix', fix, context)];
}

/** An option that nothing reads changes nothing for the user who sets it. */
function unreadOptions({ options = {}, when, message, fix }: RuleInput): readonly Problem[] {
  const shown = new Set([message, fix].flatMap((text) => placeholdersOf(parseTemplate(text)).map(({ path }) => path)));
  return Object.keys(options)
    .filter((name) => !readsOption(when, name) && !shown.has(`options.${name}`))
    .map((name) => ({
      path: ['options', name],
      atKey: true,
      message: `options declares "${name}", which nothing reads. Read it in when as { var: options.${name} }, or remove it.`,
    }));
}
