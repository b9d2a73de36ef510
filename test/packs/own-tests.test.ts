/** The tests that the example packs bring, as their authors would run them. */

import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

const PACKS = ['toolscore-pack-security-basics', 'toolscore-pack-latency'];

for (const pack of PACKS) {
  const folder = new URL(`../../fixtures/packs/${pack}/`, import.meta.url);
  const tests = readdirSync(new URL('test/', folder));
  for (const file of tests) await import(/* @vite-ignore */ new URL(`test/${file}`, folder).href);

  describe(`the pack ${pack}`, () => {
    test('has a test and a page for each rule', () => {
      const files = readdirSync(new URL('rules/', folder));
      const ids = files.filter((name) => name.endsWith('.yaml')).map((name) => basename(name, '.yaml'));
      expect(ids.length).toBeGreaterThan(1);
      expect(ids.filter((id) => !files.includes(`${id}.md`))).toEqual([]);
      expect(ids.filter((id) => !tests.includes(`${id}.test.mjs`))).toEqual([]);
    });
  });
}
