import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one level at a time: asked for all of them at once, Node never returns from a file
 * system that makes no folders, such as /proc.
 * @throws Error with a code, as the file system gives it
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  for (const level of missing.toReversed()) {
    try {
      mkdirSync(level, mode);
    } catch (error) {
      // Another process may have been first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error('it is a file'), { code: 'EEXIST' });
}
