/** A session that is lent to one run: the run may use it, and closing it leaves it open for whoever lent it. */

import { definePlugin, type Plugin } from '../define.js';
import type { Session } from '../session/port.js';

/** Connects a run to this session. When it is gone, or asked for again after it died, whoever knows the target starts another. */
export function lender(session: Session): Plugin {
  let given = false;
  return definePlugin({
    name: 'lent-session',
    apply({ hooks }) {
      hooks.connect.tap('lent-session', () => {
        if (given || session.closed) return undefined;
        given = true;
        return lentSession(session);
      });
    },
  });
}

function lentSession(session: Session): Session {
  const { era, version, capabilities, serverInfo, instructions } = session;
  return {
    era,
    version,
    capabilities,
    serverInfo,
    instructions,
    request: (method, params, options) => session.request(method, params, options),
    notify: (method, params) => session.notify(method, params),
    tap: (listener) => session.tap(listener),
    sendRaw: (text) => session.sendRaw(text),
    stderrTail: () => session.stderrTail(),
    get counts() {
      return session.counts;
    },
    get closed() {
      return session.closed;
    },
    close: () => Promise.resolve({ code: null, signal: null, forced: false }),
  };
}

/** A session with no server at all, for what only looks at definitions. Whatever is asked is answered as closed. */
export function noSession(instructions: string): Session {
  return {
    era: 'initialize',
    version: '',
    capabilities: {},
    serverInfo: {},
    instructions,
    request: () => Promise.resolve({ kind: 'closed', ms: 0, reason: 'there is no server', notes: [] }),
    notify() {},
    tap: () => () => {},
    sendRaw() {},
    stderrTail: () => '',
    counts: { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] },
    closed: false,
    close: () => Promise.resolve({ code: null, signal: null, forced: false }),
  };
}
