/** `toolscore verify`: is a finding repaired, as one case of a manifest sees it? Spec: manifest 4.6. */

import { timeoutFor } from '../api/manifest-kernel.js';
import { type FindingVerification, type FindingVerified, verifyFinding } from '../api/verify-finding.js';
import { UsageError } from '../errors.js';
import { homeFolder } from '../home.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { loadManifest } from '../manifest/read.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { ServerError } from '../session/port.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import {
  type EvaluationOptions,
  evaluationTarget,
  sayFaults,
  serverLabel,
  settingOf,
  unreachable,
} from './evaluation.js';
import { say } from './say.js';
import { EXIT } from './exit.js';
import { DEFAULT_MANIFEST } from './probe.js';

export interface VerifyOptions extends EvaluationOptions {
  readonly finding?: string;
  readonly case?: string;
  readonly manifest?: string;
  readonly allowMutation?: boolean;
}

/** 0 the case passed, 1 it failed, 2 refused before the server starts, 3 not completed and nothing changed. */
export async function runVerify(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  options: VerifyOptions,
  composition: Composition,
): Promise<number> {
  const { finding, case: id, manifest: file = DEFAULT_MANIFEST, allowMutation = false } = options;
  if (finding === undefined) throw new UsageError('--finding is missing. List findings with: toolscore findings');
  if (id === undefined) throw new UsageError('--case is missing: name a case of the manifest.');
  const server = options.server === undefined ? undefined : serverLabel(options.server);
  const target = evaluationTarget(words, verbatim, options);
  const { kinds, ...setting } = await settingOf(options, composition);
  const manifest = await loadManifest(file, process.cwd(), kinds);
  const home = homeFolder();
  return verify({ ...setting, home, finding, case: id, manifest, file, kinds, target, server, allowMutation });
}

async function verify(verification: FindingVerification): Promise<number> {
  const { finding, case: id, target, manifest } = verification;
  const undo = installSignalHandlers();
  try {
    return print(await verifyFinding(verification));
  } catch (error) {
    if (error instanceof ServerError) process.stdout.write(notVerified(finding, id, FAULT_LABELS[error.fault]));
    return unreachable(error, target, timeoutFor(target, manifest));
  } finally {
    undo();
  }
}

/** V-6 */
function print({ finding, case: seen, outcome, faults }: FindingVerified): number {
  const { id, state, streak } = finding;
  const { reason, hint } = seen;
  if (sayFaults(faults)) {
    say(`${id} is unchanged: with a part of toolscore missing, the case counts for nothing.`);
    return EXIT.incomplete;
  }
  if (outcome === 'error') {
    process.stdout.write(notVerified(id, seen.id, reason ?? FAULT_LABELS.protocol));
    return EXIT.incomplete;
  }
  const line = `${id} state=${state} probe=${seen.id} consecutive_passes=${streak}`;
  if (outcome === 'pass') {
    process.stdout.write(`${line}\n`);
    return EXIT.ok;
  }
  process.stdout.write(
    `${line} reason=${reason}\n${hint === null ? '' : `  hint: ${printable(hint, { max: 2000 })}\n`}`,
  );
  return EXIT.failed;
}

const notVerified = (finding: string, id: string, reason: string): string =>
  `${finding} not verified: probe=${id} reason=${reason}\n`;
