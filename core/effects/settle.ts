/** Time for a server to catch up, before anybody says that it lost something. Scorecard specification, 2.5.3. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds before each further look: some readers stand behind an index or a cache. */
export const SETTLE_MS: readonly number[] = [250, 1_000];

/** Waits, unless the run ends first. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
}
