/** `toolscore probe` and `toolscore score`: one evaluation of one server, and its document. Spec: manifest 3.1 and 3.2. */

import { type ManifestEvaluation, runManifest } from '../api/run-manifest.js';
import { timeoutFor } from '../api/manifest-kernel.js';
import { exitCodeOf } from '../documents/exit-code.js';
import { parsePrice } from '../documents/price.js';
import { loadManifest } from '../manifest/read.js';
import { selectCases } from '../manifest/select.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { progressOf, terminalOf } from './terminal.js';
import type { Composition } from './composition.js';
import {
  type EvaluationOptions,
  evaluationTarget,
  formatOf,
  journalFolder,
  sayFaults,
  serverLabel,
  type Setting,
  settingOf,
  unreachable,
} from './evaluation.js';
import { EXIT } from './exit.js';
import { say } from './say.js';

export interface ProbeOptions extends EvaluationOptions {
  readonly manifest?: string;
  readonly probe?: string;
  readonly case?: string;
  readonly format?: string;
  readonly allowMutation?: boolean;
  readonly brief?: boolean;
  readonly gateOnly?: boolean;
  readonly journal?: boolean;
  readonly confirmReadOnly?: boolean;
  readonly skipTool?: readonly string[];
  /** US dollars for a million tokens. */
  readonly pricePerMtok?: string;
}

const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;
export const DEFAULT_MANIFEST = 'toolscore.manifest.json';

/** Runs the cases of a manifest, then the readiness battery when all cases were selected. */
export async function runProbe(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  options: ProbeOptions,
  composition: Composition,
): Promise<number> {
  const server = serverLabel(options.server);
  const format = formatOf(options.format, FORMATS);
  const target = evaluationTarget(words, verbatim, options);
  const setting = await settingOf(options, composition);
  const file = options.manifest ?? DEFAULT_MANIFEST;
  const manifest = await loadManifest(file, process.cwd(), setting.kinds);
  const cases = selectCases(manifest, options, setting.kinds.keys());
  const whole = options.probe === undefined && options.case === undefined;
  const readiness = whole && options.gateOnly !== true;
  const { allowMutation = false } = options;
  return print({ target, server, manifest, file, cases, readiness, allowMutation }, format, options, setting);
}

/** Runs the readiness battery alone. */
export async function runScore(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  options: ProbeOptions,
  composition: Composition,
): Promise<number> {
  const server = serverLabel(options.server);
  const format = formatOf(options.format, ['text', 'json', 'markdown']);
  const target = evaluationTarget(words, verbatim, options);
  const setting = await settingOf(options, composition);
  return print({ target, server, readiness: true, scorer: 'readiness' }, format, options, setting);
}

async function print(
  run: ManifestEvaluation,
  format: (typeof FORMATS)[number],
  options: ProbeOptions,
  setting: Setting,
): Promise<number> {
  const { brief = false, confirmReadOnly = false, skipTool: skipTools = [], pricePerMtok } = options;
  const text = {
    ...(brief && { brief }),
    ...(pricePerMtok !== undefined && { pricePerMtok: parsePrice(pricePerMtok) }),
  };
  const undo = installSignalHandlers();
  const progress = progressOf(options);
  try {
    const { document, report, faults } = await runManifest({
      ...run,
      ...setting,
      confirmReadOnly,
      journal: journalFolder(options),
      skipTools,
      outputs: [{ format: `probe-${format}`, path: '-' }],
      terminal: terminalOf(options),
      progress: progress.step,
      beforeReport: () => progress.end(),
      options: isProse(format) ? { [`report-probe-${format}`]: text } : {},
    });
    const code = sayFaults(faults) ? EXIT.incomplete : exitCodeOf(document);
    if (code === EXIT.incomplete && run.target.kind === 'http') {
      const { httpWords } = await import('./http-words.js');
      for (const sentence of httpWords(report, run.target)) say(sentence);
    }
    return code;
  } catch (error) {
    return unreachable(error, run.target, timeoutFor(run.target, run.manifest));
  } finally {
    undo();
  }
}

/** Formats for people; the others are for programs, which want all of it. */
function isProse(format: (typeof FORMATS)[number]): boolean {
  return format === 'text' || format === 'markdown';
}
