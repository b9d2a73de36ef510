/**
 * Imports plugins and configs written in code. One path for all of them, jiti: it takes TypeScript, ES modules and
 * CommonJS alike on every Node, it hands `import … from 'toolscore'` the copy that is running although the plugin has
 * none beside it, and it says where a syntax error is. A resolve hook of Node could do the second for ES modules, but
 * not for `require` on Node 20, and costs a thread; with its cache jiti is as fast.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Jiti } from 'jiti';
import { shownPath } from '../shown-path.js';

/** What code from outside may import by name: a module for each, loaded when it is first asked for. */
export type OwnModules = Readonly<Record<string, () => Promise<object>>>;

export interface ModuleLoader {
  /**
   * The exports of a file, or what is wrong with it in one line that begins with its place. Never rejects: whatever
   * foreign code throws is the user's problem to see, not ours to fall over.
   */
  import(file: string): Promise<{ readonly exports: unknown } | { readonly problem: string }>;
}

/** Endings of the files it takes. */
export const MODULE_ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts'] as const;

/** `cwd`: what places in problems are relative to. */
export function createModuleLoader(own: OwnModules, cwd: string): ModuleLoader {
  const loaded: Record<string, object> = {};
  let jiti: Promise<Jiti> | undefined;
  const load = async (file: string): Promise<unknown> => {
    jiti ??= startJiti(Object.keys(own), loaded, cwd);
    const { import: importFile } = await jiti;
    for (;;) {
      try {
        return await importFile(pathToFileURL(file).href);
      } catch (error) {
        const missing = Object.keys(own).find((name) => !Object.hasOwn(loaded, name) && asksFor(error, name));
        if (missing === undefined) throw error;
        loaded[missing] = (await own[missing]?.()) ?? {};
      }
    }
  };
  return {
    import: async (file) => {
      try {
        return { exports: await load(file) };
      } catch (error) {
        return { problem: describeFailure(error, file, cwd) };
      }
    },
  };
}

async function startJiti(names: readonly string[], virtualModules: Record<string, object>, cwd: string): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  // Nothing has these paths: another copy that is installed beside the plugin must not be found while ours is not loaded yet.
  const alias = Object.fromEntries(names.map((name) => [name, placeholder(name)]));
  // The exports as they are: a proxy that mixes in the default export would hide what a file really exports.
  return createJiti(import.meta.url, { virtualModules, alias, interopDefault: false, fsCache: cacheFolder(cwd) });
}

/** Compiled plugins are kept in the project, where other tools keep theirs; never in a shared folder, whose content could be anybody's. */
function cacheFolder(cwd: string): string | false {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) return join(modules, '.cache', 'toolscore');
    if (dirname(folder) === folder) return false;
  }
}

const placeholder = (name: string): string => `own-module:${name}`;

function asksFor(error: unknown, name: string): boolean {
  return error instanceof Error && error.message.startsWith(`Cannot find module '${placeholder(name)}'`);
}

/** Where and what, without the stack: an author needs the line of their file and nothing of ours. */
function describeFailure(error: unknown, file: string, cwd: string): string {
  const shown = shownPath(file, cwd);
  if (!(error instanceof Error)) return `${shown}  threw ${String(error)} while it was loaded.`;
  const syntax = /^ParseError: (.*?)\s*\n\s*(.+?):(\d+):(\d+)/.exec(error.message);
  if (syntax) {
    const [, what, where = file, line, column] = syntax;
    return `${shownPath(where, cwd)}:${line}:${column}  syntax error: ${what}.`;
  }
  const message = (error.message.split('\n', 1)[0] ?? '').trim();
  const missing = /^Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1];
  const importer = /\n- (.+)/.exec(error.message)?.[1] ?? /imported from (.+)$/.exec(message)?.[1];
  if (missing !== undefined) {
    return `${shownPath(importer ?? file, cwd)}  imports "${missing}", which cannot be found. Install it, or correct the path.`;
  }
  return `${placeInStack(error, file, cwd) ?? shown}  failed while it was loaded: ${readable(message) || error.name}`;
}

/** Imported names as the author wrote them: compiled code calls them `(0, _module.name)`. */
function readable(message: string): string {
  return message.replace(/\(0 ?, ?_\w+\.(\w+)\)/g, '$1');
}

/** The innermost line of the stack that is in the plugin's folder, so neither ours, jiti's nor Node's. */
function placeInStack({ stack = '' }: Error, file: string, cwd: string): string | undefined {
  for (const line of stack.split('\n')) {
    const frame = /^\s*at (?:.* \()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/.exec(line);
    // Lines survive compilation, columns do not.
    if (frame?.[1]?.startsWith(dirname(file))) return `${shownPath(frame[1], cwd)}:${frame[2]}`;
  }
  return undefined;
}
