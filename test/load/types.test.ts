import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { project } from './folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const probe = (kind: string, data: string): string => `
import { defineProbe } from 'toolscore';
declare module 'toolscore' {
  interface ObservationMap { '${kind}': { name: string; title: string } }
  interface ScorerMap { '${kind}': { weights: Record<string, number> } }
}
export default defineProbe({
  name: 'acme-title', subject: 'tool', effects: 'read', emits: { '${kind}': {} },
  observe({ subject, emit }) { emit('${kind}', ${data}); },
});`;
const scorer = (option: string): string => `
import { definePlugin } from 'toolscore';
export default definePlugin({ name: 's', apply({ hooks }) {
  hooks.score.for('good.title').tap('s', ({ options }) => ({ scorer: 's', version: '1', value: options.${option}['a'] ?? 0, parts: {} }));
} });`;
const config = (timeout: string): string => `
import { defineConfig } from 'toolscore';
export default defineConfig({ timeout: ${timeout}, rules: { 'description-short': 'off' } });`;

// One run of the compiler for all: it is the slow part.
it('checks plugins and configs from outside: kinds by declaration merging, data by kind, options by scorer', async () => {
  const cwd = await project({
    'package.json': { type: 'module' },
    'tsconfig.json': {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: { toolscore: [join(root, 'core/index.ts')] },
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts', join(root, 'fixtures/plugins/*.ts')],
    },
    'good-probe.ts': probe('good.title', '{ name: subject.name, title: subject.tool.description }'),
    'bad-probe.ts': probe('bad.title', '{ name: subject.name, title: 5 }'),
    'good-scorer.ts': scorer('weights'),
    'bad-scorer.ts': scorer('wieghts'),
    'good-config.ts': config('5'),
    'bad-config.ts': config("'5'"),
  });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', cwd]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  const errors = [...output.matchAll(/^(?:.*\/)?([\w-]+\.ts)\((\d+),\d+\): error (TS\d+)/gm)].map((match) =>
    match.slice(1),
  );
  expect(errors).toEqual([
    ['bad-config.ts', '3', 'TS2322'],
    ['bad-probe.ts', '9', 'TS2322'],
    ['bad-scorer.ts', '4', 'TS18046'],
  ]);
}, 120_000);
