/** What an ordinary run needs to be scored by readiness. */

import {
  definePlugin,
  type Fault,
  listTools,
  Peer,
  type RunCatalog,
  ServerError,
  type Sessions,
} from '../../core/index.js';
import readinessScore from '../readiness-score.js';
import readiness from './index.js';

/** Milliseconds for a request of the battery that sets no time of its own. */
const TIMEOUT_MS = 30_000;

/** Lets the battery look at the server behind everything else. A manifest run brings this subject itself. */
const subject = definePlugin({
  name: 'readiness-subject',
  summary: 'Has readiness measured in an ordinary run.',
  effects: 'read',
  apply({ hooks }) {
    hooks.discovery.tapPromise('readiness-subject', async (draft, { session, sessions, transport }) => {
      const catalog = await catalogOf(sessions);
      const run = { catalog, timeoutMs: TIMEOUT_MS, era: session.era, transport, spoiled: false, lost: undefined };
      draft.addSubject<'readiness'>({ kind: 'readiness', name: 'server', run });
    });
  },
});

/** The strict list, on a session of its own: others list the tools on the main one at the same time. */
async function catalogOf(sessions: Sessions): Promise<RunCatalog> {
  try {
    const session = await sessions.open();
    try {
      return await listTools(new Peer(session, sessions));
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const fault: Fault = sessions.exhausted ? 'budget' : error.fault;
    return { tools: new Map(), fault };
  }
}

export const plugins = [readiness, readinessScore, subject];
