/**
 * Imports plugins and configs written in code. All of them go through jiti, which takes TypeScript, ES modules and
 * CommonJS alike on every Node and says where a syntax error is.
 *
 * `import … from 'toolscore'` must reach the copy that is running, whether the plugin has another one beside it or
 * none. Code that jiti compiles gets it from jiti; code that Node runs itself, from a resolve hook.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Jiti } from 'jiti';
import { shownPath } from '../shown-path.js';
import { hookOwnModules, hooksCoverRequire } from './own-modules.js';

/** The entries of this package by the names that plugins import: `toolscore`, `toolscore/testing`. File URLs. */
export type OwnModules = Readonly<Record<string, string>>;

export interface ModuleLoader {
  /**
   * The exports of a file, or what is wrong with it in one line that begins with its place. Never rejects: whatever
   * foreign code throws is the user's problem to see, not ours to fall over.
   */
  import(file: string): Promise<{ readonly exports: unknown } | { readonly problem: string }>;
}

/** Endings of the files it takes. */
export const MODULE_ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts'] as const;

/** Loads nothing before the first import. `cwd`: what places in problems are relative to. */
export function createModuleLoader(own: OwnModules, cwd: string): ModuleLoader {
  let jiti: Promise<Jiti> | undefined;
  return {
    import: async (file) => {
      jiti ??= startJiti(own, cwd);
      try {
        return { exports: await importFile(await jiti, file) };
      } catch (error) {
        return { problem: describeFailure(error, file, cwd) };
      }
    },
  };
}

async function startJiti(own: OwnModules, cwd: string): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  hookOwnModules(own);
  const { toolscore, ...others } = own;
  const virtualModules: Record<string, unknown> = {};
  if (toolscore !== undefined) virtualModules['toolscore'] = await import(toolscore);
  // Only plugins' tests want these, so they are not loaded in advance.
  const alias = Object.fromEntries(Object.entries(others).map(([name, url]) => [name, fileURLToPath(url)]));
  // The exports as they are: a proxy that mixes in the default export would hide what a file really exports.
  return createJiti(import.meta.url, { virtualModules, alias, interopDefault: false, fsCache: cacheFolder(cwd) });
}

async function importFile(jiti: Jiti, file: string): Promise<unknown> {
  const asksByRequire =
    !hooksCoverRequire && /\.c?js$/.test(file) && /\brequire\(\s*['"]toolscore\b/.test(await readFile(file, 'utf8'));
  if (!asksByRequire) return jiti.import(pathToFileURL(file).href);
  return jiti.evalModule(await readFile(file, 'utf8'), { filename: file, async: true, forceTranspile: true });
}

/** Compiled plugins are kept in the project, where other tools keep theirs; never in a shared folder, whose content could be anybody's. */
function cacheFolder(cwd: string): string | false {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) return join(modules, '.cache', 'toolscore');
    if (dirname(folder) === folder) return false;
  }
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
