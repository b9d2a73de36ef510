/** Whether an address speaks the transport of 2024-11-05, which Streamable HTTP replaced. Source: revision 2025-11-25, backwards compatibility. */

import { Exchange, type ExchangeSink } from './exchange.js';
import type { StreamHost } from './request-stream.js';

/** Statuses of a POST after which it is worth asking. */
const REFUSALS: readonly unknown[] = [400, 404, 405];
/** An event that names an address is short. */
const MAX_BYTES = 64 * 1024;

/** Resolves to true when a GET opens a stream whose first event is the address to post to. Waits at most `ms`. */
export async function speaksOlderTransport(host: StreamHost, status: number | undefined, ms: number): Promise<boolean> {
  if (!REFUSALS.includes(status)) return false;
  return new Promise((resolve) => {
    const finish = (found: boolean): void => {
      clearTimeout(timer);
      exchange.stop();
      resolve(found);
    };
    const sink: ExchangeSink = {
      replied: (reply) => {
        if (reply.status === 200 && reply.type === 'text/event-stream') return 'events';
        finish(false);
        return 'not';
      },
      event: ({ type }) => finish(type === 'endpoint'),
      body: () => {},
      tooLong: () => finish(false),
      ended: () => finish(false),
    };
    const exchange = new Exchange(
      host.endpoint,
      { method: 'GET', headers: host.getHeaders(undefined) },
      sink,
      () => MAX_BYTES,
    );
    const timer = setTimeout(finish, ms, false);
  });
}
