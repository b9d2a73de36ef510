/** The file that a server's command runs, as somebody reviewing it would open it. */

import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { ShownTarget } from '../../core/index.js';
import { partsBelow } from './root.js';

const SCRIPTS: ReadonlySet<string> = new Set(
  '.js .mjs .cjs .ts .mts .cts .tsx .jsx .py .rb .php .go .rs .java .kt .cs .sh .pl .lua .ex .exs .swift'.split(' '),
);
/** What nobody reviews: other people's code. */
const FOREIGN: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'site-packages']);
/** What a build makes, and what it is made from. */
const BUILT: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'lib']);
const SOURCE_ENDINGS = ['.ts', '.mts', '.tsx', '.js', '.mjs'];

/** Absolute path of the script that a command names, if it lies below `root`; of its source instead of what was built from it. */
export function scriptOf(target: ShownTarget, cwd: string, root: string): string | undefined {
  if (target.kind !== 'stdio') return undefined;
  const folder = resolve(cwd, target.cwd ?? '.');
  const script = target.command
    .filter((word) => SCRIPTS.has(extname(word).toLowerCase()))
    .map((word) => resolve(folder, word))
    .find((file) => isOurs(file, root) && isFile(file));
  return script === undefined ? undefined : (sourceOf(script, root) ?? script);
}

function isOurs(file: string, root: string): boolean {
  const parts = partsBelow(root, file);
  return parts !== undefined && !parts.some((part) => FOREIGN.has(part));
}

/** `src/server.ts` for `dist/server.js`, when it is there. */
function sourceOf(script: string, root: string): string | undefined {
  const parts = partsBelow(root, script) ?? [];
  const at = parts.findIndex((part) => BUILT.has(part));
  if (at < 0) return undefined;
  const name = basename(script, extname(script));
  const folder = [...parts.slice(0, at), 'src', ...parts.slice(at + 1, -1)];
  const sources = SOURCE_ENDINGS.map((ending) => resolve(root, ...folder, `${name}${ending}`));
  return sources.find(isFile);
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
