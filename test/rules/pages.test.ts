import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const HEADINGS = ['Why it matters', 'What is reported', 'How to fix it', 'When to turn it off', 'References'];
/** A label of a manifest says what its author declared, so there is no guess to explain and nothing to turn off. */
const LABEL_HEADINGS = ['What is reported', 'How to fix it'];
const LABELS = /^rules\/(gate|readiness)\//;
/** Presets and other lists stand beside the rules; rules stand in folders, one file each. */
const rules = readdirSync('rules', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join('rules', name)).map((file) => join('rules', name, file)));
const idsOf = (extension: string): string[] =>
  rules.filter((file) => file.endsWith(extension)).map((file) => basename(file, extension));
const tests = new Set(
  readdirSync('test/rules', { recursive: true }).map((file) => basename(String(file)).replace(/(\.test)?\.ts$/, '')),
);

test('there are rules, and every page belongs to one', () => {
  expect(idsOf('.yaml').length).toBeGreaterThanOrEqual(16);
  expect(idsOf('.md').filter((id) => !idsOf('.yaml').includes(id))).toEqual([]);
});

describe.each(rules.filter((file) => file.endsWith('.yaml')).map((file) => [basename(file, '.yaml'), file] as const))(
  '%s',
  (id, file) => {
    test('is named like its file', () => {
      expect((parse(readFileSync(file, 'utf8')) as { id: string }).id).toBe(id);
    });

    test('has a page with the headings of every page', () => {
      const page = readFileSync(file.replace(/\.yaml$/, '.md'), 'utf8');
      expect(page.startsWith(`# ${id}\n`)).toBe(true);
      expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(
        LABELS.test(file) ? LABEL_HEADINGS : HEADINGS,
      );
      for (const section of page.split(/^## .+$/m).slice(1)) expect(section.trim().length).toBeGreaterThan(20);
    });

    test('has a test', () => {
      expect(tests.has(id)).toBe(true);
    });
  },
);
