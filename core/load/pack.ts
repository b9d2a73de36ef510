/** Reads a pack: a folder with rules and presets, and code only where it says so. */

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packSchema from '../../schemas/pack.schema.json' with { type: 'json' };
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import type { PackFile } from '../../schemas/pack.gen.js';
import type { Origin } from '../model.js';
import { describeProblem, describeProblems, type Locate } from '../origin.js';
import { shownPath } from '../shown-path.js';
import type { ModuleLoader } from './module.js';
import { type PackageInfo, packIn } from './package.js';
import type { SchemaCheck } from './schema-problems.js';
import { leadsInto } from './plain-file.js';
import { findRuleFiles, patternFault } from './rule-files.js';
import { readForeign } from './source.js';

export interface Pack {
  /** Absolute path of the pack file. */
  readonly file: string;
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

/** Compiled for the first pack. */
let check: Promise<SchemaCheck> | undefined;

/** Reads and checks a pack file. Runs no code of the pack, and reads nothing that is not in its folder or package. */
export async function readPack(
  file: string,
  info: PackageInfo | undefined,
  { cwd }: { readonly cwd: string; readonly modules: ModuleLoader },
): Promise<{ readonly pack: Pack | undefined; readonly problems: readonly string[] }> {
  const home = info?.folder ?? dirname(file);
  if (existsSync(file) && !leadsInto(file, home)) {
    const message = `the pack file ${shownPath(file, home)} leads out of its folder, so it is not read.`;
    return { pack: undefined, problems: [`${shownPath(home, cwd)}  ${message}`] };
  }
  if (!/\.(ya?ml|json)$/.test(file))
    return { pack: undefined, problems: [`${shownPath(file, cwd)}  is no pack file: a pack is YAML or JSON.`] };
  const { shown, value, locate, problems } = await readForeign(file, shownPath(file, cwd));
  if (value === undefined) return { pack: undefined, problems };
  check ??= import('./schema-problems.js').then(({ compileCheck }) =>
    compileCheck('pack.schema.json', [packSchema, configSchema], WORDS),
  );
  const misfits = (await check).problems(value);
  const found = [...problems, ...describeProblems(misfits, locate)];
  if (found.length > 0) return { pack: undefined, problems: found };

  const { namespace, rules = [], plugins = [], presets = {} } = value as PackFile;
  const declared = info && packIn(info)?.namespace;
  if (declared !== undefined && declared !== namespace) {
    const message = `namespace is "${namespace}" here and "${declared}" in package.json. Make them equal.`;
    return { pack: undefined, problems: [describeProblem({ path: ['namespace'], message }, locate)] };
  }
  const folder = await realpath(dirname(file));
  const matched = ruleFiles(folder, rules, locate);
  if ('problems' in matched) return { pack: undefined, problems: matched.problems };
  // A pattern for everything takes in the pack file, and means the rules.
  const own = await realpath(file);
  const files = matched.files.filter((path) => path !== own);
  const code = plugins.map((specifier, index) => ({ specifier, origin: locate(['plugins', index]) }));
  const pack = { file, folder, shown, namespace, ruleFiles: files, plugins: code, presets, locate };
  return { pack, problems: [] };
}

/** A pattern that matches nothing is a mistake, and one that leads out of the pack would read what is not its own. */
function ruleFiles(
  folder: string,
  rules: string | readonly string[],
  locate: Locate,
): { readonly files: readonly string[] } | { readonly problems: readonly string[] } {
  const patterns = typeof rules === 'string' ? [rules] : rules;
  const at = (index: number): readonly (string | number)[] =>
    typeof rules === 'string' ? ['rules'] : ['rules', index];
  const faults = patterns.flatMap((pattern, index) => {
    const fault = patternFault(pattern);
    return fault === undefined ? [] : [{ path: at(index), message: `"${pattern}" ${fault}` }];
  });
  if (faults.length > 0) return { problems: faults.map((fault) => describeProblem(fault, locate)) };
  const found = findRuleFiles(folder, patterns);
  if ('files' in found) return found;
  return { problems: [describeProblem({ path: at(found.index), message: found.message }, locate)] };
}
