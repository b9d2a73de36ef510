/** Reads a pack: a folder with rules and presets, and code only where it says so. */

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import packSchema from '../../schemas/pack.schema.json' with { type: 'json' };
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import type { PackFile } from '../../schemas/pack.gen.js';
import type { Origin } from '../model.js';
import { describeProblem, type Locate } from '../origin.js';
import { shownPath } from '../shown-path.js';
import type { ModuleLoader } from './module.js';
import { type PackageInfo, packIn } from './package.js';
import { readSource } from './source.js';

export interface Pack {
  /** Of the pack file; what it names is found from here. */
  readonly folder: string;
  readonly shown: string;
  readonly namespace: string;
  /** Absolute, sorted. */
  readonly ruleFiles: readonly string[];
  /** Code it brings besides. */
  readonly plugins: readonly { readonly specifier: string; readonly origin: Origin }[];
  readonly presets: NonNullable<PackFile['presets']>;
  readonly locate: Locate;
}

const WORDS = { whole: 'the pack', kind: 'a pack', member: 'setting' };

/** Names of a pack file in a folder without a package.json. */
const PACK_FILES = ['pack.yaml', 'pack.yml'] as const;

/** The pack file that a folder has; its package says where it is, if there is one. */
export function packFileOf(folder: string, info: PackageInfo | undefined): string | undefined {
  const named = info && packIn(info)?.pack;
  if (named !== undefined) return join(folder, named);
  return PACK_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** Reads and checks a pack file. Runs no code of the pack. */
export async function readPack(
  file: string,
  info: PackageInfo | undefined,
  { cwd, modules }: { readonly cwd: string; readonly modules: ModuleLoader },
): Promise<{ readonly pack: Pack | undefined; readonly problems: readonly string[] }> {
  if (!/\.(ya?ml|json)$/.test(file))
    return { pack: undefined, problems: [`${shownPath(file, cwd)}  is no pack file: a pack is YAML or JSON.`] };
  const { shown, value, locate, problems } = await readSource(file, cwd, modules);
  if (value === undefined) return { pack: undefined, problems };
  const { compileCheck } = await import('./schema-problems.js');
  const misfits = compileCheck('pack.schema.json', [packSchema, configSchema], WORDS).problems(value);
  const found = [...problems, ...misfits.map((problem) => describeProblem(problem, locate))];
  if (found.length > 0) return { pack: undefined, problems: found };

  const { namespace, rules = [], plugins = [], presets = {} } = value as PackFile;
  const declared = info && packIn(info)?.namespace;
  if (declared !== undefined && declared !== namespace) {
    const message = `namespace is "${namespace}" here and "${declared}" in package.json. Make them equal.`;
    return { pack: undefined, problems: [describeProblem({ path: ['namespace'], message }, locate)] };
  }
  const folder = await realpath(dirname(file));
  const matched = await ruleFiles(folder, typeof rules === 'string' ? [rules] : rules, locate);
  if ('problem' in matched) return { pack: undefined, problems: [matched.problem] };
  const code = plugins.map((specifier, index) => ({ specifier, origin: locate(['plugins', index]) }));
  return { pack: { folder, shown, namespace, ruleFiles: matched.files, plugins: code, presets, locate }, problems: [] };
}

/** A pattern that matches nothing is a mistake, and one that leads out of the pack would read what is not its own. */
async function ruleFiles(
  folder: string,
  patterns: readonly string[],
  locate: Locate,
): Promise<{ readonly files: readonly string[] } | { readonly problem: string }> {
  const { glob } = await import('tinyglobby');
  const files = new Set<string>();
  for (const pattern of patterns) {
    const found = await glob([pattern], {
      cwd: folder,
      absolute: true,
      onlyFiles: true,
      ignore: ['**/node_modules/**'],
      expandDirectories: false,
    });
    if (found.length === 0)
      return { problem: describeProblem({ path: ['rules'], message: `no file matches "${pattern}".` }, locate) };
    for (const path of found) {
      const real = await realpath(path);
      if (!real.startsWith(folder + sep))
        return {
          problem: describeProblem(
            { path: ['rules'], message: `"${pattern}" leads out of the pack, to ${shownPath(path, folder)}.` },
            locate,
          ),
        };
      files.add(real);
    }
  }
  return { files: [...files].sort() };
}
