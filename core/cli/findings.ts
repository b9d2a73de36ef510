/** `toolscore findings`: what is known to be wrong with which tool, and how far its repair is. Spec: manifest 4.6. */

import { UsageError } from '../errors.js';
import {
  type Finding,
  FINDING_CLASSES,
  FINDING_STATES,
  type FindingClass,
  type FindingState,
} from '../findings/finding.js';
import { PASSES_TO_CLOSE } from '../findings/lifecycle.js';
import { FindingStore } from '../findings/store.js';
import { homeFolder } from '../home.js';
import { TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import { didYouMean } from '../nearest.js';
import { serverLabel } from './evaluation.js';
import { say } from './say.js';
import { EXIT } from './exit.js';

const store = (): FindingStore => new FindingStore(homeFolder());
const now = (): string => new Date().toISOString();

/** `toolscore findings`: one line for each. */
export async function runFindings({ state }: { readonly state?: string }): Promise<number> {
  const wanted = state === undefined ? undefined : oneOf('--state', state, FINDING_STATES);
  const findings = await store().list(wanted as FindingState | undefined);
  if (findings.length === 0) say(wanted === undefined ? 'There are no findings.' : `No finding is in state ${wanted}.`);
  process.stdout.write(findings.map((one) => `${lineOf(one)}\n`).join(''));
  return EXIT.ok;
}

export interface OpenOptions {
  readonly server?: string;
  readonly tool?: string;
  readonly class?: string;
}

/** `toolscore findings open`: a person found something. */
export async function runFindingsOpen({ server, tool, class: given }: OpenOptions): Promise<number> {
  const label = serverLabel(server);
  if (tool === undefined) throw new UsageError('--tool is missing: name the tool that the finding is about.');
  if (!TOOL_NAME.test(tool)) throw new UsageError(`--tool takes a name of ${TOOL_NAME_WORDS}.`);
  const findingClass = given === undefined ? 'recurring-error' : oneOf('--class', given, FINDING_CLASSES);
  const opened = await store().open({ server: label, tool }, findingClass as FindingClass, now());
  process.stdout.write(`${lineOf(opened)}\n`);
  return EXIT.ok;
}

/** `toolscore findings show`: all of one. */
export async function runFindingsShow(id: string): Promise<number> {
  const finding = await store().get(id);
  const rows = {
    server: finding.server,
    tool: finding.tool,
    class: finding.class,
    state: finding.state,
    'consecutive passes': `${finding.streak}; ${PASSES_TO_CLOSE} close it`,
    'last case': finding.case ?? 'none',
    'runs counted': String(finding.runs.length),
    opened: finding.opened_at,
    updated: finding.updated_at,
  };
  const lines = Object.entries(rows).map(([name, value]) => `  ${name}: ${value}\n`);
  process.stdout.write(`${finding.id}\n${lines.join('')}`);
  return EXIT.ok;
}

/** `toolscore findings claim`: somebody says that it is repaired. */
export async function runFindingsClaim(id: string): Promise<number> {
  process.stdout.write(`${lineOf(await store().claim(id, now()))}\n`);
  return EXIT.ok;
}

function lineOf({ id, state, streak, server, tool, class: kind }: Finding): string {
  return `${id} state=${state} consecutive_passes=${streak} server=${server} tool=${tool} class=${kind}`;
}

function oneOf(flag: string, text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  throw new UsageError(`${flag} takes ${words.join(', ')}.${didYouMean(text, words)}`);
}
