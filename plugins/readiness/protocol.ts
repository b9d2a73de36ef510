/** What the protocol asks of every server, whatever its tools do. Spec: manifest 4.9.2. */

import {
  BATTERY,
  CaseFault,
  type CaseRun,
  declaredSurfaces,
  listSurface,
  livenessMethod,
  type Negotiated,
  negotiateVersions,
  NO_SUCH_METHOD,
  NO_SUCH_TOOL,
  type ObservationMap,
  orFault,
  type Peer,
  walkToolPages,
} from '../../core/index.js';
import type { Connection } from './connection.js';

type Facts = ObservationMap['readiness.protocol'];
type Outcome = Facts['outcome'];

const METHOD_NOT_FOUND = -32601;
/** A version that was never published. */
const UNKNOWN_VERSION = '2000-01-01';

/**
 * Each requirement by itself, on a connection that the one before did not spoil. Surfaces only where some are declared.
 * @throws CaseFault when there is no connection, or the budget is used up
 */
export async function* protocolChecks(connection: Connection, { era }: Pick<CaseRun, 'era'>): AsyncGenerator<Facts> {
  yield { check: 'unknown-method', outcome: await unknownMethod(await connection.peer()) };
  yield { check: 'ping', outcome: await ping(await connection.peer(), era) };
  yield { check: 'unknown-tool', outcome: await unknownTool(await connection.peer()) };
  yield { check: 'pagination', outcome: await pagination(await connection.peer()) };
  const surfaces = await listSurfaces(await connection.peer());
  if (surfaces !== undefined) yield { check: 'surfaces', outcome: surfaces };
  yield { check: 'negotiation', outcome: await negotiation(connection, era) };
}

const metIf = (holds: boolean): Outcome => (holds ? 'met' : 'unmet');

async function unknownMethod(peer: Peer): Promise<Outcome> {
  const answer = await orFault(peer.request(NO_SUCH_METHOD, {}));
  if (answer instanceof CaseFault) return unusable(answer);
  return metIf(answer.kind === 'protocol-error' && answer.code === METHOD_NOT_FOUND);
}

async function ping(peer: Peer, era: CaseRun['era']): Promise<Outcome> {
  const answer = await orFault(peer.request(livenessMethod(era), {}));
  return answer instanceof CaseFault ? unusable(answer) : metIf(answer.kind === 'success');
}

/** An answer that is no answer of this method is one all the same: it says what it should not. */
function unusable({ record }: CaseFault): Outcome {
  return record?.outcome === 'result' || record?.outcome === 'error' ? 'unmet' : 'unanswered';
}

async function unknownTool(peer: Peer): Promise<Outcome> {
  const completed = await orFault(peer.call(NO_SUCH_TOOL, {}));
  return completed instanceof CaseFault ? 'unanswered' : metIf(completed.kind !== 'success');
}

async function pagination(peer: Peer): Promise<Outcome> {
  const pages = await orFault(walkToolPages(peer, BATTERY.maxPages));
  return pages instanceof CaseFault ? 'unanswered' : metIf(pages.ended === 'complete');
}

async function listSurfaces(peer: Peer): Promise<Outcome | undefined> {
  const declared = declaredSurfaces(peer.info.capabilities);
  for (const surface of declared) {
    const { ended } = await listSurface(peer, surface, BATTERY.maxPages);
    if (ended !== 'complete') return 'unmet';
  }
  return declared.length === 0 ? undefined : 'met';
}

async function negotiation(connection: Connection, era: CaseRun['era']): Promise<Outcome> {
  const offer = await orFault(negotiateVersions((opening) => connection.open(opening), era, UNKNOWN_VERSION));
  return offer instanceof CaseFault ? 'unanswered' : negotiated(offer);
}

/** The same reading as that of the gate's labels. */
function negotiated({ offered, answer }: Negotiated): Outcome {
  if (offered === 'unknown' && answer === 'same') return 'echoed-unknown';
  if (offered === 'answered') return answer === 'same' ? 'met' : 'inconsistent-support';
  return 'invalid-version';
}
