import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Output } from '../model.js';

/** Writes one output: a file, its folder made when missing, or standard output for the path `-`. */
export async function writeOutput({ path, append }: Output, text: string): Promise<void> {
  if (path === '-') {
    await new Promise<void>((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())));
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  await (append === true ? appendFile(path, text) : writeFile(path, text));
}
