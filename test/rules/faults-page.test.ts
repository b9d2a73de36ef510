import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInRules } from '../../rules/rules.gen.js';

const page = readFileSync('rules/faults.md', 'utf8');
const links = [...page.matchAll(/\]\(((?:effects|lint)\/[a-z0-9-]+\.md)\)/g)].map(([, path]) => path ?? '');

test('the page of faults leads to the page of every rule that does not count by itself', () => {
  const wanted = Object.entries(builtInRules).flatMap(([folder, rules]) =>
    rules.filter(({ counted }) => counted === false).map(({ id }) => `${folder}/${id}.md`),
  );
  expect(wanted.length).toBeGreaterThan(5);
  expect(wanted.filter((path) => !links.includes(path))).toEqual([]);
});

test('every link of the page of faults leads somewhere', () => {
  expect(links.filter((path) => !existsSync(join('rules', path)))).toEqual([]);
});

test('the page of faults states what the checks of each of these rules cost', () => {
  const costs = page.slice(page.indexOf('## What it costs'));
  const ids = builtInRules.effects.filter(({ counted }) => counted === false).map(({ id }) => id);
  expect(ids.filter((id) => !costs.includes(`\`${id}\``))).toEqual([]);
});
