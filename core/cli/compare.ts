/** `toolscore compare`: one manifest against several servers, side by side. Spec: manifest 4.8. */

import { timeoutFor } from '../api/manifest-kernel.js';
import { runManifest } from '../api/run-manifest.js';
import {
  type CompareColumn,
  compareExitCode,
  compareJson,
  compareMarkdown,
  compareText,
} from '../documents/compare.js';
import { UsageError } from '../errors.js';
import { writeOutput } from '../kernel/write.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { authorizedTarget } from '../manifest/authorization.js';
import { checkedEndpoint } from '../manifest/endpoint.js';
import { TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import { loadManifest } from '../manifest/read.js';
import { demandMutationAllowed, selectCases } from '../manifest/select.js';
import type { Target } from '../model.js';
import { Problems } from '../problems.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { withProtocol } from '../session/pin.js';
import { ServerError } from '../session/port.js';
import type { Composition } from './composition.js';
import {
  commandOf,
  type EvaluationOptions,
  formatOf,
  journalFolder,
  sayFaults,
  settingOf,
  unreachable,
} from './evaluation.js';
import { DEFAULT_MANIFEST, type ProbeOptions } from './probe.js';

export interface CompareOptions
  extends
    Omit<EvaluationOptions, 'server' | 'url'>,
    Pick<ProbeOptions, 'manifest' | 'probe' | 'allowMutation' | 'journal'> {
  /** Each `label=address`. */
  readonly endpoint?: readonly string[];
  /** Each `label=command`, the command split as a shell does. */
  readonly command?: readonly string[];
  readonly format?: string;
}

interface Endpoint {
  readonly label: string;
  readonly target: Target;
}

/** Runs the gate of the manifest on each target, one after the other, each with a budget of its own. */
export async function runCompare(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  options: CompareOptions,
  composition: Composition,
): Promise<number> {
  const format = formatOf(options.format, ['text', 'markdown', 'json']);
  const endpoints = endpointsOf(words, verbatim, options);
  const { kinds, ...setting } = await settingOf(options, composition);
  const file = options.manifest ?? DEFAULT_MANIFEST;
  const manifest = await loadManifest(file, process.cwd(), kinds);
  const cases = selectCases(manifest, options, kinds.keys());
  const allowMutation = options.allowMutation === true;
  demandMutationAllowed(cases, allowMutation);
  const common = { ...setting, manifest, file, cases, allowMutation, journal: journalFolder(options) };
  const undo = installSignalHandlers();
  try {
    const columns: CompareColumn[] = [];
    for (const { label, target } of endpoints) {
      columns.push(await columnOf(label, { ...common, target, server: label }));
    }
    const render = { text: compareText, markdown: compareMarkdown, json: compareJson }[format];
    await writeOutput({ format, path: '-' }, render(columns));
    return compareExitCode(columns);
  } finally {
    undo();
  }
}

/** One target that cannot be reached costs its own column. */
async function columnOf(endpoint: string, run: Parameters<typeof runManifest>[0]): Promise<CompareColumn> {
  try {
    const { document: report, faults } = await runManifest(run);
    sayFaults(faults);
    return { endpoint, report };
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    unreachable(error, run.target, timeoutFor(run.target, run.manifest));
    return { endpoint, report: null, error: FAULT_LABELS[error.fault] };
  }
}

/** @throws UsageError with everything that is wrong with the targets */
function endpointsOf(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  { endpoint = [], command = [], allowRemoteHttp = false, protocol }: CompareOptions,
): readonly Endpoint[] {
  const problems = new Problems();
  const found: Endpoint[] = [];
  const add = (read: () => Endpoint): void => {
    const one = problems.attempt(read);
    if (one !== undefined) found.push(one);
  };
  for (const text of endpoint)
    add(() => {
      const { label, value } = labelled(text, '--endpoint', 'ADDRESS');
      return { label, target: authorizedTarget(checkedEndpoint(value, allowRemoteHttp, `--endpoint ${label}`)) };
    });
  for (const text of command)
    add(() => {
      const { label, value } = labelled(text, '--command', '"COMMAND"');
      return { label, target: commandOf([value], undefined) as Target };
    });
  const stdio = problems.attempt(() => commandOf(words, verbatim));
  if (stdio !== undefined) found.push({ label: 'stdio', target: stdio });
  problems.throwAny();
  const labels = found.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) throw new UsageError(`Two targets are labelled "${twice}". Give each a label of its own.`);
  if (found.length < 2)
    throw new UsageError(
      'compare takes two or more targets: --endpoint LABEL=ADDRESS, --command LABEL="COMMAND", or a command after --.',
    );
  return found.map(({ label, target }) => ({ label, target: withProtocol(target, protocol) }));
}

/** The address is not repeated in a message: it may hold a secret. */
function labelled(text: string, flag: string, what: string): { readonly label: string; readonly value: string } {
  const at = text.indexOf('=');
  const [label, value] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && TOOL_NAME.test(label) && value.trim() !== '') return { label, value };
  throw new UsageError(`${flag} takes LABEL=${what}, the label ${TOOL_NAME_WORDS}.`);
}
