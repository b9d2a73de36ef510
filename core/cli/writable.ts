import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Why a file cannot be written, as the end of a sentence that begins with its name; undefined when it can. Asked before
 * a run, because after it the work would be lost.
 */
export function whyNotWritable(path: string): string | undefined {
  if (path.trim() === '') return 'is no file name.';
  const file = resolve(path);
  if (existsSync(file) && statSync(file).isDirectory()) return 'is a folder. Name a file in it.';
  // Missing folders are made, so what counts is the closest one that is there.
  let there = file;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (there !== file && !statSync(there).isDirectory()) return `cannot be made: ${there} is not a folder.`;
  try {
    accessSync(there, constants.W_OK);
    return undefined;
  } catch {
    return 'cannot be written: permission denied.';
  }
}
