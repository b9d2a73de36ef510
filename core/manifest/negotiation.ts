/** Does a server choose the protocol version honestly? Seen from handshakes that go no further. Source: manifest specification, 2.15. */

import { isObject, type JsonObject } from '../json.js';
import type { Era, Opening } from '../session/port.js';
import {
  INITIALIZE_VERSION,
  initializeParams,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
  withEnvelope,
} from '../session/protocol.js';
import { DATE_SHAPE } from './grammar.js';
import type { Peer } from './peer.js';

/** The offer that settled the matter. */
export interface Negotiated {
  /** Its number, from 1; the second offer that an older server gets belongs to the first. */
  readonly step: number;
  /** A version of this client, one that nobody speaks, or one that the server answered with. */
  readonly offered: 'own' | 'unknown' | 'answered';
  /** It was taken as it is, another version came back instead, or no version did. */
  readonly answer: 'same' | 'other' | 'none';
}

export type OpenPeer = (opening: Omit<Opening, 'spend'>) => Promise<Peer>;

/**
 * Offers versions, each on a connection of its own, because strict servers refuse a second handshake. Stops at the first
 * offer that is answered as no honest server would.
 * @throws CaseFault when a connection cannot be opened, or an offer gets no usable answer
 */
export function negotiateVersions(open: OpenPeer, era: Era, unknown: string): Promise<Negotiated> {
  return era === 'stateless' ? withoutHandshake(open, unknown) : withHandshakes(open, unknown);
}

async function withHandshakes(open: OpenPeer, unknown: string): Promise<Negotiated> {
  const own = await offer(open, INITIALIZE_VERSION);
  if (own === undefined) return { step: 1, offered: 'own', answer: 'none' };
  if (own !== INITIALIZE_VERSION) {
    const kept = await offer(open, own);
    if (kept !== own) return { step: 1, offered: 'answered', answer: answerTo(own, kept) };
  }
  const instead = await offer(open, unknown);
  if (instead === undefined || instead === unknown)
    return { step: 2, offered: 'unknown', answer: answerTo(unknown, instead) };
  return { step: 3, offered: 'answered', answer: answerTo(instead, await offer(open, instead)) };
}

function answerTo(offered: string, version: string | undefined): Negotiated['answer'] {
  if (version === undefined) return 'none';
  return version === offered ? 'same' : 'other';
}

/** The version that a handshake was answered with; undefined when that is none, as with an error. */
async function offer(open: OpenPeer, version: string): Promise<string | undefined> {
  const params = { ...initializeParams(), protocolVersion: version };
  return ask(open, 'initialize', params, (answer) =>
    answer.kind === 'success' && isVersion(answer.result['protocolVersion'])
      ? answer.result['protocolVersion']
      : undefined,
  );
}

/** There a version is not negotiated: a request names one, and is served or refused with a list of those that would be. */
async function withoutHandshake(open: OpenPeer, unknown: string): Promise<Negotiated> {
  const named = await discover(open, unknown);
  if (named === 'served') return { step: 1, offered: 'unknown', answer: 'same' };
  if (named === undefined) return { step: 1, offered: 'unknown', answer: 'none' };
  const version = STATELESS_VERSIONS.find((known) => named.includes(known)) ?? (named[0] as string);
  const served = (await discover(open, version)) === 'served';
  return { step: 2, offered: 'answered', answer: served ? 'same' : 'none' };
}

/** The versions that a refusal names; undefined when it names none, or that very one. */
function discover(open: OpenPeer, version: string): Promise<'served' | readonly string[] | undefined> {
  return ask(open, 'server/discover', withEnvelope(undefined, version), (answer) => {
    if (answer.kind === 'success') return 'served';
    const { data } = answer.error;
    const named = answer.code === UNSUPPORTED_VERSION && isObject(data) ? data['supported'] : undefined;
    const usable = Array.isArray(named) && named.length > 0 && named.every(isVersion) && !named.includes(version);
    return usable ? (named as readonly string[]) : undefined;
  });
}

async function ask<T>(
  open: OpenPeer,
  method: string,
  params: JsonObject,
  read: (answer: Awaited<ReturnType<Peer['request']>>) => T,
): Promise<T> {
  const peer = await open({ handshake: false });
  try {
    return read(await peer.request(method, params));
  } finally {
    await peer.session.close();
  }
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && DATE_SHAPE.test(value);
}
