/** Which server a tool evaluates. */

import { UsageError } from '../errors.js';
import { list } from '../manifest/composite-fields.js';
import { checkedEndpoint } from '../manifest/endpoint.js';
import { TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import { field } from '../manifest/plain-fields.js';
import type { Target } from '../model.js';
import { described, leftOut } from './tool.js';

const MAX_WORDS = 100;
const MAX_WORD = 8192;

const word = field<string>(
  'bounds',
  { type: 'string', maxLength: MAX_WORD },
  `a text of at most ${MAX_WORD} characters, none of them the null character`,
  (value) => typeof value === 'string' && value.length <= MAX_WORD && !value.includes('\0'),
);

/** How to reach the server under test: one of the two. */
export const targetFields = {
  command: leftOut(
    described(
      list('bounds', word, 'words', { minimum: 1, maximum: MAX_WORDS }),
      'Words of the command that starts the server. Give this or url.',
      [['toolscore', 'sample-server']],
    ),
  ),
  url: leftOut(
    described(
      field<string>('bounds', { type: 'string' }, 'a text', (value) => typeof value === 'string'),
      'Address of a server that runs on this machine, such as http://127.0.0.1:3000/mcp.',
    ),
  ),
};

/** How documents call the server. */
export const labelField = leftOut(
  described(
    field<string>(
      'bounds',
      { type: 'string', pattern: TOOL_NAME.source },
      `a label of ${TOOL_NAME_WORDS}`,
      (value) => typeof value === 'string' && TOOL_NAME.test(value),
    ),
    'Name of the server in the report.',
  ),
  'server',
);

export interface TargetInput {
  readonly command: readonly string[] | undefined;
  readonly url: string | undefined;
}

/**
 * The one target. Remote addresses are not to be had here. and 4.10
 * @throws UsageError when there is none or there are two, or the operator does not allow it
 */
export function targetOf({ command, url }: TargetInput, allowSpawn: boolean): Target {
  if (command !== undefined && url !== undefined)
    throw new UsageError('arguments  Two targets are given, command and url. Give one of them.');
  if (url !== undefined)
    return { kind: 'http', url: checkedEndpoint(url, false, 'arguments  /url  url', NO_OTHER).href };
  if (command === undefined) throw new UsageError('arguments  No target is given. Give command or url.');
  if (command[0]?.trim() === '') throw new UsageError('arguments  /command/0  command begins with a blank program.');
  if (!allowSpawn)
    throw new UsageError(
      'arguments  /command  command starts a process, and this toolscore may not: its operator started it without --allow-spawn. Give the url of a server that runs already, or ask for "toolscore serve --allow-spawn".',
    );
  return { kind: 'stdio', command };
}

const NO_OTHER = 'No other is reached from here.';
