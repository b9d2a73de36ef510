import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRule, orderSchema } from './order.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}node_modules/.cache/toolscore/runners-test`;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['core/testing.ts'],
    outfile: `${folder}/testing.mjs`,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const cases = (message: string): string => `{
    observes: 'order.listing',
    schema: ${JSON.stringify({ ...orderSchema, required: ['name'] })},
    pass: [{ name: 'named', data: { name: 'a' } }],
    fail: [{ name: 'nameless', data: { name: '' }, message: '${message}' }],
  }`;
  const rule = JSON.stringify(orderRule({ message: 'The order has no name.', fix: 'Name it.' }));
  await writeFile(
    `${folder}/good.test.mjs`,
    `import { testRule } from './testing.mjs';\ntestRule(${rule}, ${cases('The order has no name.')});\n`,
  );
  await writeFile(
    `${folder}/bad.test.mjs`,
    `import { testRule } from './testing.mjs';\ntestRule(${rule}, ${cases('Something else.')});\n`,
  );
  await writeFile(
    `${folder}/global.test.mjs`,
    `globalThis.it = (name) => console.log('declared', name);\nconst { testRule } = await import('./testing.mjs');\ntestRule(${rule}, ${cases('x')});\n`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]): Promise<{ readonly failed: boolean; readonly output: string }> {
  // Of the runner above: it would make the one below think that it is that one.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  return promisify(execFile)(process.execPath, args, { cwd: folder, env }).then(
    ({ stdout }) => ({ failed: false, output: stdout }),
    ({ stdout }: { stdout: string }) => ({ failed: true, output: stdout }),
  );
}

test('under node:test, a good rule passes and a wrong message fails', async () => {
  const good = await run('--test', '--test-reporter=tap', 'good.test.mjs');
  expect(good.output).toContain('ok 1 - order-bad passes: named');
  expect(good.output).toContain('ok 2 - order-bad fails: nameless');
  expect(good.failed).toBe(false);
  const bad = await run('--test', '--test-reporter=tap', 'bad.test.mjs');
  expect(bad.output).toContain('not ok 2 - order-bad fails: nameless');
  expect(bad.output).toContain('expected "Something else.", found "The order has no name."');
  expect(bad.failed).toBe(true);
});

test('a runner with a global is used', async () => {
  expect((await run('global.test.mjs')).output).toBe(
    'declared order-bad passes: named\ndeclared order-bad fails: nameless\n',
  );
});
