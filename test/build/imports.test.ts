import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importFaults, readSources } from '../../core/build/imports.mjs';

const faultsOf = (file: string, source: string): string[] => importFaults(new Map([[file, source]]));

describe('the import check', () => {
  it('finds nothing to say about this repository', async () => {
    const sources = await readSources(fileURLToPath(new URL('../../', import.meta.url)));
    expect([...sources.keys()]).toContain('core/index.ts');
    expect(importFaults(sources)).toEqual([]);
  });

  it.each([
    ['core naming a plugin', 'core/kernel/run.ts', `import lint from '../../plugins/lint.js';`],
    [
      'core naming the list of plugins',
      'core/kernel/run.ts',
      `const { all } = await import('../../plugins/index.js');`,
    ],
    ['core naming a rule', 'core/rules/load.ts', `import { builtInRules } from '../../rules/rules.gen.js';`],
    ['the command line naming one plugin', 'core/cli/main.ts', `import lint from '../../plugins/lint.js';`],
    ['a command naming the list of plugins', 'core/cli/test.ts', `import { all } from '../../plugins/index.js';`],
    ['a plugin reaching past the public API', 'plugins/lint.ts', `import { isObject } from '../core/json.js';`],
    ['a plugin reaching past it for a type', 'plugins/lint.ts', `import type { Kernel } from '../core/kernel.js';`],
    ['a plugin in a folder doing so', 'plugins/lint/text.ts', `import { isObject } from '../../core/json.js';`],
    ['a plugin re-exporting it', 'plugins/lint.ts', `export { isObject } from '../core/json.js';`],
    ['a plugin augmenting it', 'plugins/lint.ts', `declare module '../core/model.js' { interface ScorerMap {} }`],
    ['the API naming what ships elsewhere', 'core/api/run.ts', `await import('../../plugins/index.js');`],
    ['the root of programs naming one plugin', 'core/api/shipped.ts', `await import('../../plugins/lint/index.js');`],
    ['the API knowing the command line', 'core/api/run.ts', `import { run } from '../cli/run.js';`],
    ['the kernel knowing the API', 'core/kernel/look.ts', `import { connect } from '../api/connection.js';`],
    ['a plugin naming what the API makes of a report', 'plugins/lint.ts', `import { views } from './views.js';`],
    ['a plugin naming the list of plugins', 'plugins/lint.ts', `import { all } from './index.js';`],
    ['a session that knows the kernel', 'core/session/stdio.ts', `import { run } from '../kernel.js';`],
    ['a session that knows a part of the kernel', 'core/session/stdio.ts', `import { gate } from '../kernel/gate.js';`],
    ['the kernel knowing the command line', 'core/kernel/run.ts', `import { progress } from '../cli/progress.js';`],
    ['a word knowing a session', 'core/model.ts', `import { stdio } from './session/stdio.js';`],
    ['a part knowing the public API', 'core/rules/judge.ts', `import { isObject } from '../index.js';`],
  ])('refuses %s', (_, file, source) => {
    const faults = faultsOf(file, source);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`${file}  imports `);
  });

  it.each([
    ['core/cli/main.ts', `const { plugins } = await import('../../plugins/index.js');`],
    ['core/api/shipped.ts', `const { views } = await import('../../plugins/views.js');`],
    ['core/cli/test.ts', `import { kernelOf } from '../api/kernel-of.js';`],
    ['core/index.ts', `export { connect } from './api/connection.js';`],
    ['core/cli/test.ts', `import { run } from '../kernel.js';`],
    ['core/kernel/calls.ts', `import type { Session } from '../session/port.js';\nimport { gate } from './gate.js';`],
    ['core/rules/load.ts', `import { isObject } from '../json.js';\nimport { parse } from 'yaml';`],
    ['core/model.ts', `import type { Era } from './session/port.js';`],
    ['core/index.ts', `export { run } from './kernel.js';`],
    ['plugins/index.ts', `import lint from './lint/lint.js';`],
    [
      'plugins/lint/lint.ts',
      `import { defineProbe } from '../../core/index.js';\nimport '../../schemas/observations.gen.js';`,
    ],
    ['plugins/lint/lint.ts', `import { text } from './text.js';`],
  ])('allows %s to contain %s', (file, source) => {
    expect(faultsOf(file, source)).toEqual([]);
  });
});
