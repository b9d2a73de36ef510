/** Reads one file of data, YAML or JSON, or one of code, and remembers where its parts stand. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import type { Locate } from '../origin.js';
import { shownPath } from '../shown-path.js';
import { MODULE_ENDINGS, type ModuleLoader } from './module.js';
import { readPlainFile } from './plain-file.js';

/** Longest file that is read, in bytes: far above what a person writes, and some programs keep their history in theirs. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface Source {
  /** Absolute. */
  readonly file: string;
  /** As messages show it, from the current folder. */
  readonly shown: string;
  /** Undefined when the file could not be read or understood. */
  readonly value: unknown;
  /** Of code, only the file is known. */
  readonly locate: Locate;
  /** Each begins with its place. */
  readonly problems: readonly string[];
}

/** Reads `file`; never rejects. The ending of the name decides what it is; with another ending, text that begins with `{` is JSON. */
export async function readSource(
  file: string,
  cwd: string,
  modules: ModuleLoader,
  shown: string = shownPath(file, cwd),
): Promise<Source> {
  const base = { file, shown, value: undefined, locate: () => ({ source: shown }) };
  if ((MODULE_ENDINGS as readonly string[]).includes(extname(file)))
    return { ...base, ...(await readModule(file, shown, modules)) };
  return readData(file, shown, () => readText(file, MAX_BYTES));
}

/** Reads a file of data that somebody else wrote: a file of a size that people write, and nothing else. Never rejects. */
export function readForeign(file: string, shown: string): Promise<Source> {
  return readData(file, shown, () => readPlainFile(file));
}

async function readData(file: string, shown: string, read: () => string): Promise<Source> {
  let text: string;
  try {
    text = read();
  } catch (error) {
    const problems = [`${shown}  ${whyUnreadable(error)}`];
    return { file, shown, value: undefined, locate: () => ({ source: shown }), problems };
  }
  const parsed = isJson(file, text)
    ? await (await import('./json-source.js')).parseJson(text, shown)
    : await (await import('../yaml.js')).parseYaml(text, shown);
  return { file, shown, ...parsed };
}

async function readModule(
  file: string,
  shown: string,
  modules: ModuleLoader,
): Promise<Pick<Source, 'value' | 'problems'>> {
  const loaded = await modules.import(file);
  if ('problem' in loaded) return { value: undefined, problems: [loaded.problem] };
  const { exports } = loaded;
  const isNamespace = typeof exports === 'object' && exports !== null && 'default' in exports;
  const value = await (isNamespace ? exports.default : exports);
  if (typeof value !== 'function') return { value, problems: [] };
  return { value: undefined, problems: [`${shown}  exports a function. Export the object it returns.`] };
}

function isJson(file: string, text: string): boolean {
  return /\.jsonc?$/i.test(file) || (!/\.ya?ml$/i.test(file) && /^\uFEFF?\s*\{/.test(text));
}

/**
 * The text of a file or a pipe. Read at once: what is read is small, and nothing else is to be done meanwhile.
 * @throws a system error, with code EISDIR for a folder and EFBIG for more than `most` bytes
 */
export function readText(file: string, most: number): string {
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    const parts: Buffer[] = [];
    // The size that a file declares is nothing to trust: pipes and devices declare none.
    for (let left = most; ;) {
      const part = Buffer.alloc(Math.min(left + 1, 65_536));
      const length = readSync(descriptor, part);
      if (length === 0) return Buffer.concat(parts).toString('utf8');
      if (length > left) throw Object.assign(new Error(), { code: 'EFBIG', most });
      parts.push(part.subarray(0, length));
      left -= length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file cannot be read, as the end of a sentence that begins with its name. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'does not exist.';
  if (code === 'EISDIR') return 'is a folder, not a file.';
  if (code === 'ENOTFILE') return 'is a pipe or a device, not a file.';
  if (code === 'EFBIG')
    return `is larger than ${((error as { most?: number }).most ?? 0) / 1024 / 1024} MiB, so it is not read.`;
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read: permission denied.';
  return `cannot be read: ${message}.`;
}
