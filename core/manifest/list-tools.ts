/** The list of tools as one session shows it. */

import type { JsonObject } from '../json.js';
import type { Fault, RunCatalog } from './case.js';
import { walkCatalog } from './catalog.js';
import { CaseFault, type Peer } from './peer.js';

/** Walks the list on a session. A page that is refused is as bad as one that is malformed. Source: manifest specification, 3.3. */
export function listTools(peer: Peer): Promise<RunCatalog> {
  return walkCatalog((params) => page(peer, params));
}

async function page(peer: Peer, params: JsonObject): Promise<JsonObject | Fault> {
  try {
    const answer = await peer.request('tools/list', params);
    return answer.kind === 'success' ? answer.result : 'protocol';
  } catch (error) {
    if (error instanceof CaseFault) return error.fault;
    throw error;
  }
}
