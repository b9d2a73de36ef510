/** What a command runs, by content: the program it names and the files among its arguments. Source: manifest specification, V-4. */

import { createHash } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StdioTarget } from '../model.js';

/** One word of the command that is a file. */
export interface TargetFile {
  /** Place of the word, from 0. */
  readonly word: number;
  /** SHA-256 of its bytes; of a file too large to read for this, its size and when it was changed. */
  readonly content: string;
}

/** Larger than any program; somebody's data may be larger still. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Looks at the files as they are now. Never rejects: what cannot be found or read is left out. */
export async function targetFiles(target: StdioTarget, cwd = process.cwd()): Promise<readonly TargetFile[]> {
  const folder = resolve(cwd, target.cwd ?? '.');
  const [program = '', ...words] = target.command;
  const paths = [
    await programFile(program, folder, target.env),
    ...words.map((word) => resolve(folder, valueOf(word))),
  ];
  const files: TargetFile[] = [];
  for (const [word, path] of paths.entries()) {
    const content = path === undefined ? undefined : await contentOf(path);
    if (content !== undefined) files.push({ word, content });
  }
  return files;
}

/** `--config=server.json` names a file, too. */
function valueOf(word: string): string {
  const at = word.startsWith('-') ? word.indexOf('=') : -1;
  return word.slice(at + 1);
}

/** Where the system finds a program: at its path, or in the first folder of PATH that has it. */
async function programFile(program: string, folder: string, env: StdioTarget['env']): Promise<string | undefined> {
  const windows = process.platform === 'win32';
  if (program.includes('/') || (windows && program.includes('\\'))) return resolve(folder, program);
  const { PATH = '', PATHEXT = '' } = { ...process.env, ...env };
  const endings = windows ? ['', ...PATHEXT.split(';')] : [''];
  for (const place of PATH.split(delimiter)) {
    for (const ending of endings) {
      const file = join(resolve(folder, place), program + ending);
      if (await isProgram(file)) return file;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  let about: Stats;
  try {
    about = await stat(path);
  } catch {
    return undefined;
  }
  // Pipes and devices are not for reading here, folders hold too much.
  if (!about.isFile()) return undefined;
  const outside = `${about.size} bytes of ${about.mtimeMs}`;
  if (about.size > MAX_BYTES) return outside;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    // A program may be there to be run and not to be read.
    return outside;
  }
}
