/** Records and replays runs of a kernel over a scripted session. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, type Plugin } from '../../core/define.js';
import type { RunInput, RunResult } from '../../core/kernel/input.js';
import type { Target } from '../../core/model.js';
import type { Redact } from '../../core/record/recording.js';
import { readRun } from '../../core/record/read.js';
import { type RecordedRun, RUN_FORMAT } from '../../core/record/run-file.js';
import { shownTarget } from '../../core/shown-target.js';
import { recording } from '../../plugins/recording/index.js';
import { kernelOf, PERMISSIONS, RUN } from '../kernel/fake.js';

export interface Taped {
  /** The recorder's plugin, to stand behind the others. */
  readonly plugin: Plugin;
  /** What the file holds now. */
  text(): string;
  run(): RecordedRun;
}

export function taped(target: Target = RUN.target, redact: Redact = (text) => text): Taped {
  const file = join(mkdtempSync(join(tmpdir(), 'tape-')), 'run.jsonl');
  const header = {
    type: 'run',
    format: RUN_FORMAT,
    toolscore: '0.0.0',
    command: 'test',
    recorded: '2026-01-01T00:00:00.000Z',
    seed: '0123456789abcdef',
    target: shownTarget(target),
    permissions: PERMISSIONS,
  } as const;
  return {
    plugin: recording.recorder({ path: file, header, redact }),
    text: () => readFileSync(file, 'utf8'),
    run: () => readRun(file),
  };
}

/** Runs these plugins with answers of the record. */
export async function replayedBy(
  plugins: readonly Plugin[],
  run: RecordedRun,
  input: Partial<RunInput> = {},
  redact: Redact = (text) => text,
): Promise<RunResult & { readonly lacking: ReturnType<ReturnType<typeof recording.replay>['lacking']> }> {
  const { plugin, lacking } = recording.replay({ run, redact });
  const result = await kernelOf([...plugins, plugin]).run({ ...RUN, ...input });
  return { ...result, lacking: lacking() };
}

/** A tool list that is asked for, as a server is. */
export const lister = definePlugin({
  name: 'lister',
  apply({ hooks }) {
    hooks.discovery.tapPromise('lister', async (draft, { call }) => {
      const { result } = await call('tools/list');
      for (const tool of (result as { tools?: readonly object[] } | undefined)?.tools ?? []) draft.addTool(tool);
    });
  },
});
