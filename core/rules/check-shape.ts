import type { SchemaCheck } from '../load/schema-problems.js';
import type { RuleInput } from '../model.js';
import type { Problem } from '../origin.js';

let check: Promise<SchemaCheck> | undefined;

/** What of one rule does not fit `schemas/rule.schema.json`. */
export async function checkShape(rule: unknown): Promise<readonly Problem[]> {
  check ??= compile();
  return (await check).problems(rule);
}

/** The same for a rule in code, whose `judge` stands in for `when`. */
export async function checkShapeInCode(rule: RuleInput): Promise<readonly Problem[]> {
  const { judge, ...data } = rule;
  if (judge === undefined) return checkShape(rule);
  const problems = [...(await checkShape({ ...data, when: data.when ?? true }))];
  if (typeof judge !== 'function')
    problems.push({ path: ['judge'], message: `judge takes a function; found ${typeof judge}.` });
  if (data.when !== undefined)
    problems.push({
      path: ['when'],
      atKey: true,
      message: 'the rule has both "when" and "judge". Keep one of the two.',
    });
  return problems;
}

async function compile(): Promise<SchemaCheck> {
  const [{ compileCheck }, { default: schema }] = await Promise.all([
    import('../load/schema-problems.js'),
    import('../../schemas/rule.schema.json', { with: { type: 'json' } }),
  ]);
  const members: Readonly<Record<string, { readonly 'x-expected': string }>> = schema.$defs.rule.properties;
  return compileCheck('rule#/$defs/rule', [schema], {
    whole: 'the rule',
    kind: 'a rule',
    member: 'field',
    lacking: (name) => ` Add it: ${members[name]?.['x-expected']}.`,
  });
}
