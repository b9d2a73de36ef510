import { judgeRecorded } from './judge-recorded.js';
import { readRun } from '../record/read.js';
import type { RecordedRun } from '../record/run-file.js';
import { apiKernel, NOWHERE } from './run.js';
import { type ScoreOptions, settingsOf } from './score-server.js';
import { Scorecard } from './scorecard.js';
import { loadViews } from './shipped.js';

/** What decides how a recorded run is judged. */
export type JudgeOptions = Pick<ScoreOptions, 'preset' | 'rules' | 'plugins' | 'scoring' | 'probeGradeCap'>;

/**
 * The scorecard of a run that was recorded with `--record`, judged again: with the same rules the same as that of the
 * run itself, with others what that run would have come to. Asks no server and reads no config file. `run`: a file, or
 * what `readRun` gave. All times in it are the record's.
 * @throws UsageError when the file is no recorded run, or ends before its run did, or an option is wrong
 */
export async function judgeRun(run: string | RecordedRun, options: JudgeOptions = {}): Promise<Scorecard> {
  const recorded = typeof run === 'string' ? readRun(run) : run;
  const { preset, rules, scoring, plugins, probeGradeCap } = options;
  const kernel = await apiKernel(
    {
      permissions: () => recorded.header.permissions,
      settings: settingsOf({ ...(probeGradeCap !== undefined && { probeGradeCap }) }),
      config: { ...(rules !== undefined && { rules }), ...(scoring !== undefined && { scoring }) },
      ...(preset !== undefined && { preset }),
      ...(plugins !== undefined && { plugins }),
    },
    [],
  );
  const { report } = await judgeRecorded(kernel, recorded, { outputs: [], terminal: NOWHERE });
  return new Scorecard(report, await loadViews());
}
