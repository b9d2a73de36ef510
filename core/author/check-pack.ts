/** `toolscore pack check`: all that is wrong with a pack, in one go. Runs no code but that of plugins the pack names. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { createModuleLoader } from '../load/module.js';
import { type Pack, packFileOf, readPack } from '../load/pack.js';
import { readPackage } from '../load/package.js';
import { readForeign } from '../load/source.js';
import { ownEntries } from '../rules/package-files.js';
import { shownPath } from '../shown-path.js';
import { checkContents } from './check-contents.js';
import { checkManifest, type Manifest } from './check-package.js';
import { checkPages } from './check-pages.js';
import { checkPresets } from './check-presets.js';
import { checkRules } from './check-rules.js';
import { checkTests } from './check-tests.js';
import { inFile, PackFindings } from './findings.js';

export interface PackCheckRequest {
  /** Relative to `cwd`. */
  readonly folder: string;
  readonly cwd: string;
  /** Of toolscore. */
  readonly version: string;
  /** Names of plugins that ship. */
  readonly taken: readonly string[];
}

export interface PackChecked {
  /** Name and version of the package, as far as it says them. */
  readonly title: string;
  /** Each begins with its place. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
  readonly rules: number;
  readonly pages: number;
  readonly testFiles: number;
  readonly presets: readonly string[];
  /** What the pack names under plugins. */
  readonly code: readonly string[];
}

/** @throws UsageError when the folder holds no pack */
export async function checkPack({ folder: given, cwd, version, taken }: PackCheckRequest): Promise<PackChecked> {
  const folder = resolve(cwd, given);
  const findings = new PackFindings();
  const { manifest, pack } = await readBoth(folder, cwd, findings);
  if (manifest !== undefined) checkManifest(manifest, pack, version, findings);
  const { name, version: own } = manifest?.value ?? {};
  const base = { title: [name, own].filter((part) => typeof part === 'string').join(' ') || shownPath(folder, cwd) };
  if (pack === undefined)
    return { ...base, ...listed(findings), rules: 0, pages: 0, testFiles: 0, presets: [], code: [] };

  const rules = await checkRules(pack, cwd, taken, findings);
  const pages = await checkPages(rules, cwd, findings);
  const tests = await checkTests(folder, pack, rules, cwd, findings);
  await checkPresets(pack, rules, own, findings);
  if (manifest !== undefined) await checkContents(folder, manifest, pack, pages, findings);
  if (!existsSync(join(folder, 'README.md')))
    findings.advise(
      inFile(shownPath(join(folder, 'README.md'), cwd)),
      [],
      'does not exist. Say in it what the rules are for.',
    );
  return {
    ...base,
    ...listed(findings),
    rules: rules.length,
    pages: pages.length,
    testFiles: tests,
    presets: Object.keys(pack.presets),
    code: pack.plugins.map(({ specifier }) => specifier),
  };
}

function listed({ problems, advice }: PackFindings): Pick<PackChecked, 'problems' | 'advice'> {
  return { problems: [...new Set(problems)], advice: [...new Set(advice)] };
}

async function readBoth(
  folder: string,
  cwd: string,
  findings: PackFindings,
): Promise<{ readonly manifest: Manifest | undefined; readonly pack: Pack | undefined }> {
  const shown = shownPath(folder, cwd);
  if (!existsSync(folder))
    throw new UsageError(`${shown}  does not exist. Name the folder of a pack, or leave it out.`);
  const info = await readPackage(folder, cwd);
  const known = info === undefined || 'problem' in info ? undefined : info;
  const file = packFileOf(folder, known);
  if (file === undefined && info === undefined)
    throw new UsageError(
      `${shown}  holds no pack: neither a pack.yaml nor a package.json. Make one:  toolscore new pack NAME`,
    );
  const manifest = await readManifest(join(folder, 'package.json'), cwd, findings);
  if (file === undefined) {
    findings.problem(
      inFile(`${shown}/pack.yaml`),
      [],
      'does not exist. Write one with the namespace, the rules and presets.',
    );
    return { manifest, pack: undefined };
  }
  const context = { cwd, modules: createModuleLoader(await ownEntries(), cwd) };
  const { pack, problems } = await readPack(file, known, context);
  findings.problems.push(...problems);
  return { manifest, pack };
}

async function readManifest(file: string, cwd: string, findings: PackFindings): Promise<Manifest | undefined> {
  const shown = shownPath(file, cwd);
  if (!existsSync(file)) {
    findings.problem(
      inFile(shown),
      [],
      'does not exist, so the pack cannot be published. toolscore new pack NAME shows one.',
    );
    return undefined;
  }
  const { value, locate, problems } = await readForeign(file, shown);
  findings.problems.push(...problems);
  return isObject(value) ? { value, locate } : undefined;
}
