/** Sessions with fixtures/servers/odd.mjs, closed when the test is over, and whether a process lives. */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import type { StdioTarget } from '../../core/model.js';
import type { Answer, RequestOptions, Session, WireEvent } from '../../core/session/port.js';
import { openStdio, type StdioOptions } from '../../core/session/stdio.js';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}`, import.meta.url));

export const oddTarget = (mode: string, argument?: number | string): StdioTarget => ({
  kind: 'stdio',
  command: [process.execPath, fixture('odd.mjs'), mode, ...(argument === undefined ? [] : [String(argument)])],
});

/** Long enough for a busy machine; a test that waits for a limit sets its own. */
const PATIENT_MS = 20_000;

/** Connects; the session is closed when the test is over. */
export async function connect(target: StdioTarget, options: Partial<StdioOptions> = {}): Promise<Session> {
  const session = await openStdio(target, { timeoutMs: PATIENT_MS, ...options });
  onTestFinished(() => session.close().then(() => {}));
  return session;
}

export const odd = (mode: string, argument?: number | string, options?: Partial<StdioOptions>): Promise<Session> =>
  connect(oddTarget(mode, argument), options);

export const call = (
  session: Session,
  options: Partial<RequestOptions> & { meta?: JsonObject; args?: JsonObject } = {},
): Promise<Answer> => {
  const { meta, args = {}, ...rest } = options;
  return session.request(
    'tools/call',
    { name: 'poke', arguments: args, ...(meta && { _meta: meta }) },
    { timeoutMs: PATIENT_MS, ...rest },
  );
};

/** Every wire event of the session from now on. */
export function events(session: Session): WireEvent[] {
  const seen: WireEvent[] = [];
  session.tap((event) => seen.push(event));
  return seen;
}

/** The pids that the server and its helpers reported, the server's first. */
export const pids = (stderr: string): number[] => [...stderr.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));

/** Whether a process runs; one that ended and was not yet collected does not. */
export function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until it holds. Fails the test by its timeout, not by a limit of its own. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}
