/** Records, replays and judges runs in this process. */

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApiRun, runApi } from '../../core/api/run.js';
import { loadViews } from '../../core/api/shipped.js';
import { type JsonObject, readRun, type RecordedRun, type Report } from '../../core/index.js';
import { seededHex, withHex } from '../../core/effects/marker.js';
import type { Target } from '../../core/model.js';
import { RUN_FORMAT } from '../../core/record/run-file.js';
import type { Redact } from '../../core/record/recording.js';
import { redactorFor } from '../../core/secrets.js';
import { shownTarget } from '../../core/shown-target.js';
import { recording } from '../../plugins/recording/index.js';

const SAMPLE = fileURLToPath(new URL('../../fixtures/sample-server.mjs', import.meta.url));
const SEED = '0123456789abcdef';

export const sample = (...words: string[]): Target => ({
  kind: 'stdio',
  command: [process.execPath, SAMPLE, ...words],
});

/** Everything a run may do, probes included. */
export const EVERYTHING: Partial<ApiRun> = {
  probes: true,
  permissions: (mayWrite) => ({ readOnly: false, allowWrites: true, mayWrite, because: '--allow-writes' }),
};

export interface Recorded {
  readonly report: Report;
  readonly file: string;
  readonly run: RecordedRun;
  readonly text: string;
}

export async function recorded(
  target: Target,
  more: Partial<ApiRun> = EVERYTHING,
  redact: Redact = redactorFor(target),
): Promise<Recorded> {
  const file = join(await mkdtemp(join(tmpdir(), 'record-')), 'run.jsonl');
  const permissions = more.permissions?.(['scenarios']) ?? { readOnly: true, allowWrites: false, mayWrite: [] };
  const header = {
    type: 'run',
    format: RUN_FORMAT,
    toolscore: '0.1.0',
    command: 'test',
    recorded: '2026-01-01T00:00:00.000Z',
    seed: SEED,
    target: shownTarget(target),
    permissions,
  } as const;
  const recorder = recording.recorder({ path: file, header, redact });
  const report = await withHex(seededHex(SEED), () =>
    runApi({ target, timeoutMs: 60_000, ...more, plugins: [...(more.plugins ?? []), recorder] }),
  );
  return { report, file, run: readRun(file), text: await readFile(file, 'utf8') };
}

export async function replayed(
  run: RecordedRun,
  more: Partial<ApiRun> = EVERYTHING,
  redact: Redact = (text) => text,
): Promise<{ readonly report: Report; readonly lacking: ReturnType<ReturnType<typeof recording.replay>['lacking']> }> {
  const { plugin, lacking } = recording.replay({ run, redact });
  const report = await withHex(seededHex(run.header.seed), () =>
    runApi({
      target: { kind: 'stdio', command: ['replayed'] },
      timeoutMs: 60_000,
      ...more,
      plugins: [...(more.plugins ?? []), plugin],
    }),
  );
  return { report, lacking: lacking() };
}

export async function documentOf(report: Report): Promise<JsonObject> {
  return (await loadViews()).json(report);
}
