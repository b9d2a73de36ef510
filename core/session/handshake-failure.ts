/** Why there is no session, in one line for a person. */

import { existsSync } from 'node:fs';
import { oneLine } from '../excerpt.js';
import { isObject } from '../json.js';
import type { StdioTarget } from '../model.js';
import { type Answer, ServerError, type WireCounts } from './port.js';
import { INITIALIZE_VERSION, STATELESS_VERSIONS } from './protocol.js';
import type { ServerEnd } from './server-process.js';

export interface Seen {
  readonly target: StdioTarget;
  readonly timeoutMs: number;
  /** What the server answered to the last request of the handshake. */
  readonly refusal: Answer;
  /** Versions the server named although this client does not speak them. */
  readonly versions: readonly string[];
  readonly counts: WireCounts;
  readonly end: ServerEnd | undefined;
  readonly stderr: string;
}

/** The error for a handshake that failed. The message may quote the server, in one line, not escaped. */
export function handshakeFailure(seen: Seen): ServerError {
  const { kind } = seen.refusal;
  const fault = kind === 'timeout' || kind === 'closed' ? kind : 'protocol';
  const error = new ServerError(sentence(seen), seen.stderr === '' ? undefined : seen.stderr, fault);
  if (kind === 'closed') error.plain = plainEnd(seen);
  return error;
}

function sentence(seen: Seen): string {
  const { refusal, end, target, timeoutMs } = seen;
  switch (refusal.kind) {
    case 'closed':
      return end?.failure === undefined
        ? `The server ${wayOut(end)} before it answered.${noise(seen.counts)}`
        : startFailure(end.failure, target);
    case 'timeout':
      return `The server did not answer within ${timeoutMs / 1000} s.${noise(seen.counts)}`;
    case 'error':
      return `The server refused the handshake: ${errorWords(refusal.error)}.${otherVersions(seen.versions)}`;
    case 'malformed':
      return `The server's answer to the handshake cannot be used: ${refusal.reason}.`;
    case 'aborted':
      return `Connecting to the server was interrupted: ${refusal.reason}.`;
    case 'result':
      return `The server's answer to the handshake cannot be used: ${unusable(refusal.result)}.${otherVersions(seen.versions)}`;
  }
}

/** How a server went away: behind "the server". */
export function wayOut(end: ServerEnd | undefined): string {
  if (end?.failure !== undefined) return 'could not be started';
  if (end?.deaf) return 'closed its standard output';
  return end?.signal ? `was ended by ${end.signal}` : `exited with code ${end?.code ?? 'unknown'}`;
}

/** The same without a word of the server, its arguments and its folder. */
function plainEnd({ end }: Seen): string {
  const { failure } = end ?? {};
  if (failure === undefined) return `${wayOut(end)} before the handshake was complete`;
  if (failure.code === 'ENOENT') return 'could not be started: there is no such program, or no such working directory';
  return failure.code === 'EACCES' ? 'could not be started: permission denied' : 'could not be started';
}

function startFailure({ code, message }: NodeJS.ErrnoException, { command, cwd }: StdioTarget): string {
  const program = JSON.stringify(command[0] ?? '');
  if (code === 'ENOENT' && cwd !== undefined && !existsSync(cwd))
    return `Cannot start the server: its working directory ${JSON.stringify(cwd)} does not exist.`;
  if (code === 'ENOENT') return `Cannot start the server: there is no program ${program} on the PATH or at that path.`;
  if (code === 'EACCES') return `Cannot start the server: ${program} may not be run (permission denied).`;
  return `Cannot start the server ${program}: ${oneLine(message, 200)}.`;
}

export function errorWords(error: unknown): string {
  if (!isObject(error)) return typeof error === 'string' ? oneLine(error, 200) : 'an error that is no object';
  const { code, message } = error;
  const text = typeof message === 'string' && message.trim() !== '' ? oneLine(message, 200) : 'no message';
  return typeof code === 'number' ? `${text} (error ${code})` : text;
}

export function otherVersions(versions: readonly string[]): string {
  if (versions.length === 0) return '';
  const named = oneLine(versions.slice(0, 10).join(', '), 100);
  return ` It speaks ${named}; this client speaks ${[...STATELESS_VERSIONS, INITIALIZE_VERSION].join(', ')} and older.`;
}

/** A server that logs to standard output, or prints its JSON over several lines, looks silent: say what came instead. */
function noise({ noiseLines, oversize, orphans, noiseSamples }: WireCounts): string {
  if (noiseLines > 0)
    return ` It wrote ${noiseLines} ${noiseLines === 1 ? 'line' : 'lines'} to standard output that ${noiseLines === 1 ? 'is' : 'are'} no JSON message, the first: ${oneLine(noiseSamples[0] ?? '', 80)}`;
  if (oversize > 0) return ' It wrote a line to standard output that is longer than the limit and no answer.';
  return orphans > 0
    ? ` It wrote ${orphans} ${orphans === 1 ? 'message that answers' : 'messages that answer'} no request.`
    : '';
}

export function unusable(result: unknown): string {
  return isObject(result)
    ? 'it names no version that this client speaks'
    : `its result is ${kindOf(result)}, not an object`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
