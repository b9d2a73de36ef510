/** The servers this program started and has not ended yet, so that none outlives it. */

import { constants } from 'node:os';

export interface LiveServer {
  /** Ends the server and everything it started; in a hurry, within about a second. */
  close(how: 'patient' | 'hurry'): Promise<unknown>;
  /** Kills all of it before returning. */
  killNow(): void;
}

const live = new Set<LiveServer>();
let hooked = false;

/** Remembers a server until the returned function is called. Whatever is left when this program exits is killed. */
export function keepTrack(server: LiveServer): () => void {
  if (!hooked) process.on('exit', killAll);
  hooked = true;
  live.add(server);
  return () => void live.delete(server);
}

/** Ends every session in a hurry: SIGTERM at once, SIGKILL a second later for whatever ignores it. */
export async function closeAllSessions(): Promise<void> {
  await Promise.all([...live].map((server) => server.close('hurry')));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Servers run in process groups of their own, so Ctrl+C reaches only this program. After the first signal it ends all
 * sessions and exits with 128 plus the signal's number; a second signal kills at once. Returns how to undo it.
 * `stopped`: called at the first signal, so that nothing new is begun.
 */
export function installSignalHandlers(stopped?: () => void): () => void {
  let interrupted = false;
  const interrupt = (signal: NodeJS.Signals): void => {
    const exit = (): never => process.exit(128 + constants.signals[signal]);
    if (interrupted) exit();
    interrupted = true;
    stopped?.();
    closeAllSessions().then(exit, exit);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}

function killAll(): void {
  for (const server of live) server.killNow();
}
