import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, expectTypeOf, test } from 'vitest';
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
