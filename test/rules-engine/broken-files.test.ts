import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { UsageError } from '../../core/errors.js';
import { loadRuleFile } from '../../core/rules/load.js';
import { createRegistry } from '../../core/rules/registry.js';
import { orderSchema } from './order.js';

const folder = fileURLToPath(new URL('../../fixtures/broken/rules/', import.meta.url));
const kinds = new Map([['order.listing', orderSchema]]);

/** Everything that is wrong with a file, as a user would read it. */
async function problemsOf(name: string): Promise<readonly string[]> {
  const registry = createRegistry();
  try {
    for (const rule of (await loadRuleFile(`${folder}${name}`, name)).rules)
      registry.add(rule, { plugin: 'shop', origin: { source: name } });
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  const problems: string[] = [];
  await registry.seal({ layers: [], kinds }, problems);
  return problems;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

test.each(files)('%s gives all its problems at once', async (name) => {
  const problems = await problemsOf(name);
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) expect(problem).toMatch(/^[a-z-]+\.yaml:\d+:\d+ {2}\S/);
  await expect(`${problems.join('\n')}\n`).toMatchFileSnapshot(`${folder}${name.replace('.yaml', '.txt')}`);
});

test('there are at least twelve of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(12);
});
