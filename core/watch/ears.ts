/** Hears changes of files. */

import { resolve } from 'node:path';
import type { Places } from './places.js';

export interface Ears {
  close(): Promise<void>;
}

export interface Hearing {
  /** A file was made, written or removed. */
  changed(path: string): void;
  /** Some files cannot be watched: why. */
  failed(message: string): void;
}

/** Begins to listen. Resolves when it hears every change from now on. */
export type Listen = (places: Places, hearing: Hearing) => Promise<Ears>;

/**
 * Listens with chokidar: the recursive `fs.watch` of Node 20 misses files of folders that are made while it looks.
 * Editors replace files by renaming; that is one change.
 */
export const listenToFiles: Listen = async ({ roots, wants }, { changed, failed }) => {
  const { watch } = await import('chokidar');
  const watcher = watch([...roots], {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: true,
    ignored: (path, stats) => !wants(resolve(path), stats?.isFile() === true),
  });
  watcher.on('all', (event, path) => {
    if (event === 'add' || event === 'change' || event === 'unlink') changed(resolve(path));
  });
  watcher.on('error', (error) => failed(error instanceof Error ? error.message : String(error)));
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return { close: () => watcher.close() };
};
