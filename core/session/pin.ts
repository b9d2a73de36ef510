/** A protocol that is asked for, instead of the one that a server is found to speak. */

import { UsageError } from '../errors.js';
import { didYouMean } from '../nearest.js';
import { type Era, ServerError } from './port.js';
import { INITIALIZE_VERSIONS, STATELESS_VERSIONS } from './protocol.js';

export interface Pin {
  readonly era: Era;
  /** Left out: any of the era. */
  readonly version?: string;
}

/** By name: each revision, and each era for whichever of its revisions the server chooses. */
const PINS: ReadonlyMap<string, Pin> = new Map<string, Pin>([
  ...STATELESS_VERSIONS.map((version): [string, Pin] => [version, { era: 'stateless', version }]),
  ...INITIALIZE_VERSIONS.map((version): [string, Pin] => [version, { era: 'initialize', version }]),
  ['stateless', { era: 'stateless' }],
  ['initialize', { era: 'initialize' }],
]);

/** What a target that names this protocol is asked; undefined for one that names none. */
export function pinOf(protocol: string | undefined): Pin | undefined {
  return protocol === undefined ? undefined : PINS.get(protocol);
}

/**
 * A target that is spoken to in this protocol and no other; as it is when none is named.
 * @throws UsageError when there is no such protocol. `flag`: what named it
 */
export function withProtocol<T extends object>(target: T, protocol: string | undefined, flag = '--protocol'): T {
  if (protocol === undefined) return target;
  if (PINS.has(protocol)) return { ...target, protocol };
  const names = [...PINS.keys()];
  const hint = didYouMean(protocol, names);
  throw new UsageError(`${flag} takes ${names.join(', ')}; found ${JSON.stringify(protocol)}.${hint}`);
}

/** Statuses that say no more than that the server does not know what it was asked. */
const UNKNOWN: ReadonlySet<number | undefined> = new Set([undefined, 400, 404, 405, 406, 415]);

/** The failure of a handshake that may be due to the protocol that was asked for, with words that say so. */
export function pinnedFailure(failure: ServerError, protocol: string | undefined): ServerError {
  if (protocol === undefined || failure.fault !== 'protocol' || !UNKNOWN.has(failure.status)) return failure;
  const message = `${failure.message} It was asked for the protocol ${protocol}, and for no other.`;
  const pinned = new ServerError(message, failure.detail);
  pinned.plain = failure.plain ?? `does not speak the protocol ${protocol}, and was asked for no other`;
  return pinned;
}
