import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { refreshIndex } from '../../core/build/rule-index.mjs';
import { refreshPage } from '../../core/build/rule-page.mjs';
import { compilePresets } from '../../core/build/rule-presets.mjs';
import type { RuleInput } from '../../core/model.js';
import { builtInPresets, builtInRules } from '../../rules/rules.gen.js';
import type { RuleFile } from '../../schemas/rule.gen.js';
import { orderRule } from './order.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rule = orderRule({ options: { limit: 3 } });
const HEADINGS = ['Why it matters', 'What is reported', 'How to fix it', 'When to turn it off', 'References'];
const body = HEADINGS.map((heading) => `## ${heading}\n\nText of ${heading}.\n`).join('\n');

describe('the page of a rule', () => {
  const fresh = `# order-bad

<!-- rule:start -->

**Order is good.** Reported as: Order is bad.

| Severity | Confidence | Since | Observes        | Family |
| -------- | ---------- | ----- | --------------- | ------ |
| warning  | high       | 0.1.0 | \`order.listing\` | lint   |

Options: \`limit\` (3).

<!-- rule:end -->

${body}`;

  test.each<[string, string]>([
    ['a stale summary', fresh.replace('Order is good', 'Order was good').replace('high', 'low ')],
    ['a stale name', fresh.replace('# order-bad', '# order-poor')],
    ['no summary', `# something\n\n${body}`],
    ['no heading', body],
    ['nothing to change', fresh],
  ])('with %s is made fresh, its prose kept', (_, page) => {
    expect(refreshPage(rule, page)).toEqual({ text: fresh, problems: [] });
  });

  test('says which headings it lacks, or has in another order', () => {
    expect(refreshPage(rule, fresh.replace('## References', '## Links')).problems).toEqual([
      'lacks the heading "## References".',
    ]);
    const [first = '', second = ''] = HEADINGS;
    const swapped = fresh
      .replace(`## ${first}`, '## X')
      .replace(`## ${second}`, `## ${first}`)
      .replace('## X', `## ${second}`);
    expect(refreshPage(rule, swapped).problems.join()).toContain('in this order: Why it matters, What is reported');
  });

  test('of a label says what is reported and how to fix it, and no more', () => {
    const label = { ...rule, family: 'gate' } as const;
    const page = '## What is reported\n\nA fault.\n\n## How to fix it\n\nRepair it.\n';
    expect(refreshPage(label, page).problems).toEqual([]);
    expect(refreshPage(label, body).problems.join()).toContain('in this order: What is reported, How to fix it.');
  });

  test('says when the rule is off by default', () => {
    expect(refreshPage({ ...rule, recommended: false }, body).text).toContain('| warning, off |');
  });
});

describe('presets', () => {
  const rules = [orderRule({ id: 'a-bad' }), orderRule({ id: 'b-bad', recommended: false, severity: 'info' })];

  test('say something of every rule, so that one replaces the other', () => {
    const written = { recommended: { summary: '' }, strict: { rules: { 'a-bad': 'error' } }, all: { every: true } };
    expect(compilePresets(written, rules)).toEqual({
      presets: {
        recommended: { 'a-bad': 'warning', 'b-bad': 'off' },
        strict: { 'a-bad': 'error', 'b-bad': 'off' },
        all: { 'a-bad': 'warning', 'b-bad': 'info' },
      },
      problems: [],
    });
  });

  test('name rules, severities and settings that exist', () => {
    const { problems } = compilePresets({ strict: { rules: { 'c-bad': 'error', 'a-bad': 'eror' }, rule: {} } }, rules);
    expect(problems).toEqual([
      'strict has no setting "rule". It has: summary, every, counted, rules.',
      'strict names the rule "c-bad", which does not exist.',
      'strict sets "a-bad" to "eror". Write one of: off, info, warning, error.',
    ]);
  });

  test('that ship know the built-in rules', () => {
    const ids = Object.values(builtInRules).flatMap((group) => group.map(({ id }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(16);
    expect([...builtInPresets.keys()]).toEqual(['recommended', 'strict', 'all']);
    for (const preset of builtInPresets.values()) expect(Object.keys(preset).sort()).toEqual([...ids].sort());
    expect(builtInPresets.get('recommended')?.['description-missing']).toBe('warning');
    expect(builtInPresets.get('strict')?.['description-missing']).toBe('error');
  });
});

describe('the list of all rules', () => {
  const rules = [
    { folder: 'gate', rule: orderRule({ id: 'order-late', family: 'gate' }) },
    { folder: 'lint', rule: orderRule({ title: 'Order is a | b' }) },
  ];
  const presets = {
    recommended: { 'order-bad': { severity: 'error', counted: false } },
    strict: { 'order-bad': 'off' },
  } as const;
  const fresh = `# Rules

<!-- rules:start -->

2 rules are built in.

## Definitions

What a model reads: names, descriptions, schemas. No tool is called.

| Rule                           | What it wants   | Confidence | In \`recommended\`   | In \`strict\` |
| ------------------------------ | --------------- | ---------- | ------------------ | ----------- |
| [order-bad](lint/order-bad.md) | Order is a \\| b | high       | error, not counted | off         |

## Reasons of manifest runs

What a case of a manifest fails with. They apply to what the manifest declares, whatever the preset.

| Rule                             | What it wants | Confidence | Severity |
| -------------------------------- | ------------- | ---------- | -------- |
| [order-late](gate/order-late.md) | Order is good | high       | warning  |

<!-- rules:end -->

The end.
`;

  test.each([
    ['is made where the page has a place for it', '# Rules\n\n<!-- rules:start --><!-- rules:end -->\n\nThe end.\n'],
    ['is made fresh', fresh.replace('2 rules', '1 rules').replace('off', 'on')],
    ['stays when nothing changed', fresh],
  ])('%s', (_, page) => {
    expect(refreshIndex(rules, presets, page)).toBe(fresh);
  });

  test('says when the page has no place for it', () => {
    expect(refreshIndex(rules, presets, '# Rules\n')).toBeUndefined();
  });
});

test('generating again changes nothing', async () => {
  const files = ['rules/rules.gen.ts', 'schemas/observations.gen.ts', 'schemas/rule.gen.ts'];
  const look = async (): Promise<unknown> =>
    Promise.all(
      files.map(async (file) => [await readFile(`${root}${file}`, 'utf8'), (await stat(`${root}${file}`)).mtimeMs]),
    );
  const run = promisify(execFile);
  await run(process.execPath, ['core/build/generate.mjs'], { cwd: root });
  const before = await look();
  await run(process.execPath, ['core/build/generate.mjs'], { cwd: root });
  expect(await look()).toEqual(before);
});

test('the schema of rule files and the type of rules say the same', () => {
  // What a file may hold is a rule; a rule in code may hold a function besides.
  expectTypeOf<Omit<RuleFile, 'when'>>().toExtend<RuleInput>();
  expectTypeOf<keyof RuleFile>().toEqualTypeOf<Exclude<keyof RuleInput, 'judge'>>();
  expectTypeOf<Pick<RuleFile, 'severity' | 'confidence' | 'family'>>().toEqualTypeOf<{
    severity: RuleInput['severity'];
    confidence: RuleInput['confidence'];
    family?: NonNullable<RuleInput['family']>;
  }>();
});
