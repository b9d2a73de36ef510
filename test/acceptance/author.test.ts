import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch, toolscore } from './cli.js';

test('a new pack is written, said, checked, and found wanting when a page is gone', async () => {
  const cwd = await scratch();
  const made = await toolscore(['new', 'pack', 'house'], { cwd });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/^Wrote:\n {2}toolscore-pack-house\/package\.json\n[^]*\nNext:\n(?: {2}.+\n){3}$/);

  const checked = await toolscore(['pack', 'check', 'toolscore-pack-house'], { cwd });
  expect(checked).toEqual({
    code: 0,
    out: 'toolscore-pack-house 0.1.0: 1 rule, 1 page, 1 test file, 2 presets, no code. Nothing stands in the way of publishing it.\n',
    err: '',
  });

  await rm(join(cwd, 'toolscore-pack-house/rules/parameters-many.md'));
  await rm(join(cwd, 'toolscore-pack-house/README.md'));
  const wanting = await toolscore(['pack', 'check'], { cwd: join(cwd, 'toolscore-pack-house') });
  expect(wanting).toMatchObject({ code: 1, err: '' });
  expect(wanting.out).toMatch(
    /^rules\/parameters-many\.yaml:2:5 {2}the rule has no page\.[^]*\n\nAdvice, which fails nothing:\n {2}README\.md[^]*\n\n.*1 problem to solve\.\n$/,
  );
});

test('what cannot be made or checked ends with exit code 2, and writes nothing', async () => {
  const cwd = await scratch();
  const name = await toolscore(['new', 'rule', 'Bad_Name', '--dir', 'here'], { cwd });
  expect(name).toMatchObject({ code: 2, out: '' });
  expect(name.err).toContain('Did you mean "bad-name"?');
  expect((await toolscore(['new', 'probe', 'round-trip'], { cwd })).err).toContain(
    'A plugin that ships is called "round-trip".',
  );
  expect(await toolscore(['pack', 'check'], { cwd })).toMatchObject({ code: 2, out: '' });
  await toolscore(['new', 'rule', 'good-name', '--dir', 'here'], { cwd });
  const again = await toolscore(['new', 'rule', 'good-name', '--dir', 'here'], { cwd });
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain(
    'here/rules/good-name.yaml, here/rules/good-name.md, here/test/good-name.test.mjs are there',
  );
  expect(await readFile(join(cwd, 'here/rules/good-name.yaml'), 'utf8')).toContain('id: good-name\n');
});
