/** Small throw-away projects for tests. */

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createModuleLoader } from '../../core/load/module.js';
import type { LoadContext } from '../../core/load/types.js';
import { OWN } from './own.js';

/** A folder with these files, gone after the test. Objects are written as JSON. */
export async function project(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolscore-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

export function contextFor(cwd: string): LoadContext {
  return { cwd, modules: createModuleLoader(OWN, cwd) };
}

/** A rule file that loads. */
export function ruleText(id: string): string {
  return [
    `id: ${id}`,
    'title: Tool is fine',
    'failure: Tool is not fine',
    'severity: warning',
    'confidence: high',
    'since: 1.0.0',
    'observes: tool.listing',
    'requires: [name]',
    'when: { "===": [{ var: name }, bad] }',
    'message: "{{name}} is not fine."',
    'fix: Rename it.',
    '',
  ].join('\n');
}
