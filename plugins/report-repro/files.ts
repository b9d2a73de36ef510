import { type Report, type ShownTarget, transcriptLines } from '../../core/index.js';
import { type Failure, failuresOf } from './failures.js';
import { failureReadme, listReadme } from './readme.js';
import { replayScript } from './replay.js';

export interface ReproFile {
  /** From the folder of all, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Everything a maintainer needs to see each failure again: the lines to send, how to send them, and what came back. */
export function reproFiles(report: Report, target: ShownTarget): readonly ReproFile[] {
  const failures = failuresOf(report);
  const list: ReproFile = { path: 'README.md', text: listReadme(report, failures) };
  return [list, ...failures.flatMap((failure) => filesOf(report, target, failure))];
}

function filesOf(report: Report, target: ShownTarget, failure: Failure): readonly ReproFile[] {
  const { folder, calls } = failure;
  const lines = transcriptLines(report.server, calls);
  const replay = target.kind === 'stdio' ? [{ path: `${folder}/replay.sh`, text: replayScript(target) }] : [];
  return [
    { path: `${folder}/README.md`, text: failureReadme(report, target, failure) },
    { path: `${folder}/requests.jsonl`, text: lines.map((line) => `${line}\n`).join('') },
    ...replay,
  ];
}
