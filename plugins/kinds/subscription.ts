/** One resource subscribed to, in either era. Spec: manifest 2.18. */

import { type CallRecord, CaseFault, type JsonObject, isObject, orFault, type Peer } from '../../core/index.js';

/** How a request went that only has to be accepted. */
export type Step = 'accepted' | 'error' | 'fault';

export interface Subscription {
  begin(): Promise<Step>;
  /** Whether an update of the resource has come, or comes within `ms`. */
  updated(ms: number): Promise<boolean>;
  end(): Promise<Step>;
  /** Stops listening; safe whatever was done before. */
  stop(): void;
}

/** @throws CaseFault when the budget is used up */
export async function stepOf(asked: ReturnType<Peer['request']>): Promise<Step> {
  const answer = await orFault(asked);
  if (answer instanceof CaseFault) return 'fault';
  return answer.kind === 'success' ? 'accepted' : 'error';
}

function stepOfRecord({ outcome }: CallRecord): Step {
  if (outcome === 'error') return 'error';
  return outcome === 'result' ? 'accepted' : 'fault';
}

/** Revisions with a handshake: a request begins it and another ends it. Listens from now on. */
export function subscriptionByRequest(peer: Peer, uri: string): Subscription {
  const ear = peer.session.listen('notifications/resources/updated');
  return {
    begin: () => stepOf(peer.request('resources/subscribe', { uri })),
    updated: (ms) => ear.wait((params) => params['uri'] === uri, ms),
    end: () => stepOf(peer.request('resources/unsubscribe', { uri })),
    stop: () => ear.stop(),
  };
}

/**
 * The stateless revision: a request that stays open as long as the subscription does. Its first notification says what
 * of it is granted; closing the connection ends it, so the peer is one of its own.
 */
export function subscriptionByStream(
  peer: Peer,
  uri: string,
  { answerMs, openMs }: { readonly answerMs: number; readonly openMs: number },
): Subscription {
  const ear = peer.session.listen('notifications/resources/updated');
  const acknowledged = peer.session.listen('notifications/subscriptions/acknowledged');
  let stream: Promise<Step> | undefined;
  return {
    async begin() {
      let granted: boolean | undefined;
      const reads = (params: JsonObject): true => {
        granted = grants(params, uri);
        return true;
      };
      const notifications = { resourceSubscriptions: [uri] };
      // Not as a request: that it ends when the connection is closed is no fault.
      stream = peer.exchange('subscriptions/listen', { notifications }, { timeoutMs: openMs }).then(stepOfRecord);
      // Nobody may be waiting when it ends; that is no error then.
      stream.catch(() => {});
      const ended = await Promise.race([stream, acknowledged.wait(reads, answerMs).then(() => undefined)]);
      await acknowledged.wait(reads, 0);
      if (granted !== undefined) return granted ? 'accepted' : 'error';
      // A stream that ends before it has begun was refused, however politely.
      if (ended === 'accepted' || ended === 'error') return 'error';
      peer.spoil();
      return 'fault';
    },
    updated: (ms) => ear.wait((params) => params['uri'] === uri, ms),
    async end() {
      await peer.session.close();
      await stream;
      return 'accepted';
    },
    stop() {
      ear.stop();
      acknowledged.stop();
    },
  };
}

function grants({ notifications: granted }: JsonObject, uri: string): boolean {
  const uris = isObject(granted) ? granted['resourceSubscriptions'] : undefined;
  return Array.isArray(uris) && uris.includes(uri);
}
