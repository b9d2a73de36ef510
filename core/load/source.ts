/** Reads one file of data, YAML or JSON, or one of code, and remembers where its parts stand. */

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Locate } from '../origin.js';
import { shownPath } from '../shown-path.js';
import { MODULE_ENDINGS, type ModuleLoader } from './module.js';

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
export async function readSource(file: string, cwd: string, modules: ModuleLoader): Promise<Source> {
  const shown = shownPath(file, cwd);
  const base = { file, shown, value: undefined, locate: () => ({ source: shown }) };
  if ((MODULE_ENDINGS as readonly string[]).includes(extname(file)))
    return { ...base, ...(await readModule(file, shown, modules)) };
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return { ...base, problems: [`${shown}  ${whyUnreadable(error)}`] };
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

/** Why a file cannot be read, as the end of a sentence that begins with its name. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'does not exist.';
  if (code === 'EISDIR') return 'is a folder, not a file.';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read: permission denied.';
  return `cannot be read: ${message}.`;
}
