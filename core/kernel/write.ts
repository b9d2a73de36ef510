import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../make-folder.js';
import type { Output } from '../model.js';

/** What is added to a file goes into a job summary, and a CI system refuses one above 1 MiB whole. In bytes of UTF-8. */
const MAX_ADDED = 1_000_000;

/** Writes one output: a file, its folder made when missing, or standard output for the path `-`. */
export async function writeOutput({ path, append }: Output, text: string): Promise<void> {
  if (path === '-') {
    // The reader of a pipe may leave early; what else keeps it from being written, the command line says.
    await new Promise<void>((done) => process.stdout.write(text, () => done()));
    return;
  }
  makeFolder(dirname(path));
  await (append === true ? appendFile(path, fitting(text)) : writeFile(path, text));
}

/** As many whole lines as fit. */
function fitting(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_ADDED) return text;
  const end = bytes.lastIndexOf(10, MAX_ADDED);
  return `${bytes.subarray(0, end).toString()}\n\nThe rest does not fit into a job summary; a report file has all of it.\n`;
}
