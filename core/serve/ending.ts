/** When `toolscore serve` is over. */

import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves when somebody asks this program to end. Whoever asks twice has it ended at once; then what it started is
 * killed. `undo` stops listening.
 */
export function askedToEnd(): { readonly asked: Promise<void>; undo(): void } {
  let undo = (): void => {};
  const asked = new Promise<void>((resolve) => {
    let before = false;
    const ask = (signal: NodeJS.Signals): void => {
      if (before) process.exit(128 + constants.signals[signal]);
      before = true;
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, ask);
    undo = () => {
      for (const signal of SIGNALS) process.off(signal, ask);
    };
  });
  return { asked, undo };
}
