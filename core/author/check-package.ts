/** The package.json of a pack: its name, what finds it, what it works with, and that installing it runs nothing. */

import satisfies from 'semver/functions/satisfies.js';
import validVersion from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import { isObject, type JsonObject } from '../json.js';
import type { Pack } from '../load/pack.js';
import type { Locate } from '../origin.js';
import type { PackFindings } from './findings.js';
import { isPackName, packName } from './name.js';
import { peerRange } from './new-pack.js';

export interface Manifest {
  readonly value: JsonObject;
  readonly locate: Locate;
}

const KEYWORDS = ['toolscore', 'toolscore-pack'];
/** npm runs these when a package is installed. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const DEPENDENCIES = ['dependencies', 'optionalDependencies', 'bundledDependencies', 'bundleDependencies'];
const ENTRIES = ['main', 'module', 'browser', 'exports', 'bin'];
/** Newer than every version there will be. */
const FAR = '999999.0.0';

/** `version`: of this toolscore. `pack` is undefined when its file is wrong, which is said elsewhere. */
export function checkManifest(
  { value, locate }: Manifest,
  pack: Pack | undefined,
  version: string,
  findings: PackFindings,
): void {
  checkNames({ value, locate }, pack, findings);
  checkPeer({ value, locate }, version, findings);
  checkInstall({ value, locate }, pack, findings);
  if (typeof value['version'] !== 'string' || validVersion(value['version']) === null)
    findings.problem(locate, ['version'], `version takes three numbers, such as "0.1.0"${found(value['version'])}.`);
  const keywords = Array.isArray(value['keywords']) ? (value['keywords'] as unknown[]) : [];
  const missing = KEYWORDS.filter((word) => !keywords.includes(word));
  if (missing.length > 0)
    findings.problem(
      locate,
      ['keywords'],
      `keywords lacks ${quotedList(missing)}, by which people find packs. Add it.`,
    );
  if (value['private'] === true)
    findings.advise(
      locate,
      ['private'],
      'the package is private, so npm does not publish it. Remove the line for that.',
      true,
    );
  if (typeof value['license'] !== 'string')
    findings.advise(locate, [], 'the package has no license, so nobody knows whether they may use it. Add one.');
}

function checkNames({ value, locate }: Manifest, pack: Pack | undefined, findings: PackFindings): void {
  const { name, toolscore: own } = value;
  const code = pack === undefined || pack.plugins.length > 0;
  if (typeof name !== 'string' || !isPackName(name, code)) {
    const wanted = pack === undefined ? 'toolscore-pack-NAME' : packName(pack.namespace).package;
    findings.problem(
      locate,
      ['name'],
      `a pack is called toolscore-pack-NAME or @scope/toolscore-pack-NAME${found(name)}. Call it "${wanted}".`,
    );
  }
  if (!isObject(own) || typeof own['pack'] !== 'string') {
    findings.problem(
      locate,
      ['toolscore'],
      'package.json does not say where the pack file is. Add "toolscore": { "pack": "./pack.yaml", "namespace": "…" }.',
    );
  } else if (typeof own['namespace'] !== 'string') {
    const namespace = pack === undefined ? 'that of the pack file' : JSON.stringify(pack.namespace);
    findings.problem(locate, ['toolscore'], `toolscore lacks "namespace". Add it: ${namespace}.`, true);
  }
}

function checkPeer({ value, locate }: Manifest, version: string, findings: PackFindings): void {
  const wanted = `"toolscore": "${peerRange(version)}"`;
  const peers = isObject(value['peerDependencies']) ? value['peerDependencies'] : {};
  const range = peers['toolscore'];
  const path = ['peerDependencies', 'toolscore'];
  if (typeof range !== 'string')
    findings.problem(
      locate,
      ['peerDependencies'],
      `peerDependencies does not say which versions of toolscore the pack works with. Add ${wanted}.`,
    );
  else if (validRange(range) === null)
    findings.problem(locate, path, `"${range}" is no range of versions. Write ${wanted}.`);
  else if (!satisfies(version, range, { includePrerelease: true }))
    findings.problem(
      locate,
      path,
      `"${range}" leaves out ${version}, the version that checks it. Test the pack with that, and write ${wanted}.`,
    );
  else if (satisfies(FAR, range))
    findings.advise(locate, path, `"${range}" takes every version to come. End it where things may break: ${wanted}.`);
  for (const key of ['dependencies', 'optionalDependencies'])
    if (isObject(value[key]) && Object.hasOwn(value[key], 'toolscore'))
      findings.problem(
        locate,
        [key, 'toolscore'],
        `${key} would give users a second copy of toolscore. Move it to devDependencies; peerDependencies says the range.`,
        true,
      );
}

/** A data pack runs no code, so it brings none and asks for none. Code that a pack names is another matter. */
function checkInstall({ value, locate }: Manifest, pack: Pack | undefined, findings: PackFindings): void {
  const data = pack !== undefined && pack.plugins.length === 0;
  const scripts = isObject(value['scripts']) ? value['scripts'] : {};
  for (const script of INSTALL_SCRIPTS.filter((name) => Object.hasOwn(scripts, name))) {
    const message = `scripts.${script} runs when somebody installs the pack. Remove it.`;
    if (data) findings.problem(locate, ['scripts', script], message, true);
    else findings.advise(locate, ['scripts', script], message, true);
  }
  if (!data) return;
  const why = 'a pack without plugins runs no code';
  for (const key of ENTRIES.filter((name) => value[name] !== undefined))
    findings.problem(locate, [key], `${key} names code to import, and ${why}. Remove it.`, true);
  for (const key of DEPENDENCIES) {
    const names = namesIn(value[key]).filter((name) => name !== 'toolscore');
    if (names.length > 0)
      findings.problem(locate, [key], `${key} brings ${names.join(', ')}, and ${why}. Remove it.`, true);
  }
}

function namesIn(dependencies: unknown): readonly string[] {
  if (Array.isArray(dependencies)) return dependencies.map(String);
  return isObject(dependencies) ? Object.keys(dependencies) : [];
}

function found(value: unknown): string {
  return value === undefined ? '' : `; found ${JSON.stringify(value)}`;
}

function quotedList(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ');
}
