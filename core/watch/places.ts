/** Which files a change of which means: run again. */

import { realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, extname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { UsageError } from '../errors.js';
import type { Target } from '../model.js';

/** Where to look for changes. All paths are absolute and real. */
export interface Places {
  /** Folders, with all that is in them, and single files that are in none of these. */
  readonly roots: readonly string[];
  /** Whether a file below a root, or a folder that may hold some, is to be looked at. */
  wants(path: string, isFile: boolean): boolean;
  /** Whether a file is part of a program. Any other may be one that the server writes. */
  isSource(path: string): boolean;
}

interface Root {
  readonly path: string;
  /** Everything in it counts, because the user named it; else source files. */
  readonly everything: boolean;
}

export interface PlacesInput {
  readonly target: Target;
  readonly cwd: string;
  /** What `--watch-path` names. */
  readonly named: readonly string[];
  /** Files that a run is made of besides the server: configs, arguments. Missing ones are left out. */
  readonly files: readonly string[];
  /** Files and folders that a run writes. */
  readonly written: readonly string[];
}

/** Endings of files that servers are written in. Data is none of them, since a server may write it whenever it is called. */
const SOURCE_ENDINGS: ReadonlySet<string> = new Set(
  (
    '.js .mjs .cjs .jsx .ts .mts .cts .tsx .py .pyi .rb .php .pl .lua .go .rs .java .kt .kts .scala .groovy .clj .cs .fs ' +
    '.vb .swift .c .cc .cpp .h .hpp .m .zig .nim .dart .ex .exs .erl .hs .ml .r .jl .sh .bash .ps1 .wasm .jar .class .dll .exe'
  ).split(' '),
);

const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'venv', 'site-packages']);

/**
 * The files of a server that is started by a command are those in the folder of its script, and whatever is named besides.
 * @throws UsageError when there is nothing to watch, or a named path is not there
 */
export function placesOf({ target, cwd, named, files, written }: PlacesInput): Places {
  const missing = named.filter((path) => statOf(resolve(cwd, path)) === undefined);
  if (missing.length > 0)
    throw new UsageError(missing.map((path) => `--watch-path ${path}  does not exist. Name a file or a folder.`));
  const script = target.kind === 'stdio' ? scriptOf(target.command, resolve(cwd, target.cwd ?? '.')) : undefined;
  if (script === undefined && named.length === 0) throw new UsageError(nothingToWatch(target));
  const there = files.map((path) => resolve(cwd, path)).filter((path) => statOf(path) !== undefined);
  const roots: readonly Root[] = [
    ...(script === undefined ? [] : [script, folderOf(script)].map((path) => ({ path, everything: path === script }))),
    ...[...named, ...there].map((path) => ({ path: realpathSync(resolve(cwd, path)), everything: true })),
  ];
  const own = written.map((path) => resolve(cwd, path)).map(realOf);
  return {
    roots: [...new Set(roots.map(({ path }) => path))].filter(
      (path, _, all) => !all.some((other) => reaches(other, path)),
    ),
    wants: (path, isFile) => wanted(path, isFile, roots, own),
    isSource: (path) => path === script || SOURCE_ENDINGS.has(extname(path).toLowerCase()),
  };
}

function nothingToWatch({ kind }: Target): string {
  return kind === 'stdio'
    ? '--watch looks for the script in the command that starts the server, and no word of it is a file. Say what to watch: --watch-path FOLDER'
    : '--watch cannot see the files of a server that is reached over HTTP. Say what to watch: --watch-path FOLDER';
}

/** The first word that is a file, short of the program itself where that is no path but a name to be looked up. */
function scriptOf(command: readonly string[], folder: string): string | undefined {
  for (const [at, word] of command.entries()) {
    if (at === 0 && !/[\\/]/.test(word)) continue;
    // An interpreter in full: what it runs comes behind it.
    if (at === 0 && isAbsolute(word) && relative(folder, word).startsWith('..')) continue;
    const path = resolve(folder, word);
    if (statOf(path) === 'file' && !path.split(sep).includes('node_modules')) return realpathSync(path);
  }
  return undefined;
}

/** The folder of a script; the script alone where that folder is no project but holds all there is. */
function folderOf(script: string): string {
  const folder = dirname(script);
  const tooLarge = [parse(folder).root, homedir(), tmpdir()].map(realOf);
  return tooLarge.includes(folder) ? script : folder;
}

function wanted(path: string, isFile: boolean, roots: readonly Root[], written: readonly string[]): boolean {
  if (written.some((own) => path === own || isWithin(path, own))) return false;
  return roots.some((root) => {
    if (path === root.path) return true;
    if (!isWithin(path, root.path)) return false;
    if (relative(root.path, path).split(sep).some(isIgnored)) return false;
    return !isFile || root.everything || SOURCE_ENDINGS.has(extname(path).toLowerCase());
  });
}

const isIgnored = (step: string): boolean => step.startsWith('.') || IGNORED_FOLDERS.has(step);

/** Whether who looks at all of a folder comes by a path. */
function reaches(folder: string, path: string): boolean {
  return isWithin(path, folder) && !relative(folder, dirname(path)).split(sep).some(isIgnored);
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}

function statOf(path: string): 'file' | 'folder' | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? 'folder' : found?.isFile() === true ? 'file' : undefined;
}

/** The real path, also of a file that is still to be written. */
function realOf(path: string): string {
  if (statOf(path) !== undefined) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : resolve(realOf(folder), basename(path));
}
