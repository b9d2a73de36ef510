/** Signs of life for a client that asked for them: evaluations take up to five minutes, and clients wait for one. */

import type { ProgressNotification } from '@modelcontextprotocol/sdk/types.js';

const EVERY_MS = 5000;

export interface Listener {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ProgressNotification): Promise<void>;
}

/** Tells the client, until `work` has ended, how many seconds it has taken. */
export async function withHeartbeat<T>(
  { _meta, sendNotification }: Listener,
  work: Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return work;
  let progress = 0;
  const timer = setInterval(() => {
    progress += everyMs / 1000;
    // Whether it is heard makes no difference to the work.
    sendNotification({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => {});
  }, everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
