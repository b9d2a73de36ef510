/** The sessions of a run as a plugin sees them: every call on them goes through the kernel. */

import type { CallOptions, OpenSession, Sessions } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { CallRecord } from '../model.js';
import type { Budget } from './budget.js';
import type { Connections, Member } from './connections.js';
import { listen } from './ear.js';

/** Asks for one plugin: on the main session, or on the member that is named. */
export type Ask = (method: string, params?: JsonObject, options?: CallOptions, member?: Member) => Promise<CallRecord>;

export function sessionsFor(
  ask: Ask,
  {
    connections,
    budget,
    signal,
  }: { readonly connections: Connections; readonly budget: Budget; readonly signal: AbortSignal },
): Sessions {
  const hold = (member: Member): OpenSession => ({
    number: member.number,
    info: member.info,
    get closed() {
      return member.session.closed;
    },
    call: (method, params, options) => ask(method, params, options, member),
    listen: (method) => listen(member.session, method, signal),
    close: () => connections.end(member),
  });
  return {
    get main() {
      return hold(connections.main);
    },
    open: async (opening = {}) => hold(await connections.open(opening)),
    renew: async () => void (await connections.renew()),
    get exhausted() {
      return budget.exhausted;
    },
    get counts() {
      return connections.counts;
    },
  };
}
