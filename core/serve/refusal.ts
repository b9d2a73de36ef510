/** Whatever went wrong, as a tool error. Where files lie, how programs are called and what servers say stays here. */

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { LocalError, messageOf, UsageError } from '../errors.js';
import { ServerError } from '../session/port.js';
import { printable, printableLines } from '../text/printable.js';
import type { Offer } from './offer.js';

/** Longer than any line of ours: lists of kinds are. In UTF-16 units. */
const LINE = { max: 4000 };

const UNREACHABLE: Readonly<Record<ServerError['fault'], string>> = {
  timeout: 'The server did not complete the handshake in time.',
  closed: 'The server could not be started or reached, or ended before the handshake was complete.',
  protocol: 'The server could not be reached, or answered with something that is not the protocol.',
};

/** The answer to a call that failed. What only the operator may know goes to `say`. */
export function refusalFor(error: unknown, { say }: Pick<Offer, 'say'>): CallToolResult {
  if (error instanceof UsageError) return refusal(error.problems.map((line) => printableLines(line, LINE)).join('\n'));
  if (error instanceof ServerError) return refusal(`${UNREACHABLE[error.fault]} Nothing was evaluated.`);
  say(printable(messageOf(error)));
  if (error instanceof LocalError)
    return refusal(
      'A file of toolscore itself could not be read or written. Its operator finds more on its standard error.',
    );
  return refusal('toolscore failed; the fault is its own. Its operator finds more on its standard error.');
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
