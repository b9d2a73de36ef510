/** Does a session live? */

import type { Era } from '../session/port.js';
import type { Peer } from './peer.js';

/** The request that every server answers in its era, whatever it offers. */
export function livenessMethod(era: Era): string {
  return era === 'stateless' ? 'server/discover' : 'ping';
}

/**
 * Whether the session answers a request of its own: any answer shows that, also an error. Marks the session as spoiled when it does not.
 * @throws CaseFault when the budget is used up
 */
export async function isAlive(peer: Peer, era: Era): Promise<boolean> {
  const { outcome } = await peer.exchange(livenessMethod(era), {});
  const alive = outcome === 'result' || outcome === 'error';
  if (!alive) peer.spoil();
  return alive;
}
