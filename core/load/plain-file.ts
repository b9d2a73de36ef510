/** Reads files that somebody else wrote: only what is a file and no longer than such files are, and never waiting for anything. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** Longest rule, pack file or package.json of somebody else's that is read, in bytes. */
export const MOST_BYTES = 1024 * 1024;

/**
 * The text of a file, at most its first `cut` bytes when that is given.
 * @throws a system error, with code ENOTFILE for a pipe or a device, EISDIR for a folder and EFBIG for more than `most` bytes
 */
export function readPlainFile(
  file: string,
  { most = MOST_BYTES, cut }: { readonly most?: number; readonly cut?: number } = {},
): string {
  // A pipe that nobody writes to would keep an ordinary open waiting for ever.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(), { code: stats.isDirectory() ? 'EISDIR' : 'ENOTFILE' });
    if (cut === undefined && stats.size > most) throw Object.assign(new Error(), { code: 'EFBIG', most });
    const text = Buffer.alloc(Math.min(stats.size, cut ?? most));
    let length = 0;
    for (let read = -1; read !== 0 && length < text.length; length += read)
      read = readSync(descriptor, text, length, text.length - length, length);
    return text.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a path, its links followed, leads to `folder` or into it. Both must exist, else it does not. */
export function leadsInto(path: string, folder: string): boolean {
  try {
    const [real, home] = [realpathSync(path), realpathSync(folder)];
    return real === home || real.startsWith(home.endsWith(sep) ? home : home + sep);
  } catch {
    return false;
  }
}

/** Whether there is a file of this path, and no link to one in another folder: that would show what the folder does not hold. */
export function isOwnFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() !== true) return stats?.isFile() === true;
  return leadsInto(path, dirname(path)) && lstatSync(realpathSync(path)).isFile();
}
