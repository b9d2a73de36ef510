/** Finds the rule that a test names, and the schema of what it observes: built in, in a pack, in a file, or in a probe. */

import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import { loadPlugins } from '../load/load.js';
import { createModuleLoader, MODULE_ENDINGS } from '../load/module.js';
import { type Pack, packFileOf, readPack } from '../load/pack.js';
import { type PackageInfo, readPackage } from '../load/package.js';
import type { LoadContext } from '../load/types.js';
import type { RuleInput } from '../model.js';
import { didYouMean } from '../nearest.js';
import { loadRuleFile } from './load.js';
import { builtInRuleFile, builtInRuleIds, builtInSchemaFile, ownEntries } from './package-files.js';

/** JSON Schema of an observation, its file, or the file of the probe that emits it. */
export type GivenSchema = JsonObject | string | URL | undefined;

export interface Tested {
  readonly rule: RuleInput;
  /** The schema of what it observes, when the test does not bring one. @throws Error when nobody has one */
  schema(given: GivenSchema): Promise<JsonObject>;
}

const ID = /^(?:([a-z0-9][a-z0-9-]*)\/)?([a-z][a-z0-9-]*)$/;

/**
 * The rule by its id (built in, or of the pack in whose folder the test runs, with or without its namespace), by the
 * path of its YAML file or of the probe that brings it, or as itself. `#id` names one of several.
 * @throws Error when there is no such rule
 */
export async function findTested(from: string | URL | RuleInput): Promise<Tested> {
  if (typeof from === 'object' && !(from instanceof URL)) return tested(from);
  const [address = '', id] = String(from).split('#', 2);
  const [, namespace, short] = ID.exec(address) ?? [];
  if (short !== undefined) return byId(namespace, short);
  const path = pathOf(address);
  if (isModule(path)) {
    const plugins = await pluginsOf(resolve(path), await contextHere());
    return tested(choose(address, rulesOf(plugins), id), async () => plugins);
  }
  const pack = await packAt(dirname(resolve(path)), await contextHere());
  return tested(choose(address, (await loadRuleFile(path, address)).rules, id), () => pluginsOfPack(pack));
}

async function byId(namespace: string | undefined, short: string): Promise<Tested> {
  const context = await contextHere();
  const pack = await packAt(context.cwd, context);
  if (namespace !== undefined && namespace !== pack?.namespace)
    throw new Error(
      `no rule is called "${namespace}/${short}" here: ${pack === undefined ? 'there is no pack around the folder where the tests run' : `the pack in ${pack.shown} has the namespace "${pack.namespace}"`}.`,
    );
  const own =
    pack === undefined
      ? []
      : (await Promise.all(pack.ruleFiles.map((file) => loadRuleFile(file)))).flatMap(({ rules }) => rules);
  const code = (): Promise<readonly Plugin[]> => pluginsOfPack(pack);
  const found = own.find(({ id }) => id === short);
  if (found !== undefined) return tested(found, code);
  const file = namespace === undefined ? await builtInRuleFile(short, 'yaml') : undefined;
  if (file !== undefined) return tested(choose(short, (await loadRuleFile(file, short)).rules, undefined));
  const brought = rulesOf(await code());
  const inCode = brought.find(({ id }) => id === short);
  if (inCode !== undefined) return tested(inCode, code);
  throw new Error(await unknown(short, pack, [...own, ...brought]));
}

async function unknown(id: string, pack: Pack | undefined, own: readonly RuleInput[]): Promise<string> {
  const meant = didYouMean(id, [...own.map((rule) => rule.id), ...(await builtInRuleIds())]);
  if (pack !== undefined)
    return `no rule of the pack in ${pack.shown}, and no built-in one, is called "${id}".${meant}`;
  return `no built-in rule is called "${id}".${meant} For a rule of your own, give the path of its YAML file.`;
}

function tested(rule: RuleInput, plugins: () => Promise<readonly Plugin[]> = async () => []): Tested {
  return {
    rule,
    async schema(given) {
      if (typeof given === 'object' && !(given instanceof URL)) return given;
      const path = given === undefined ? await builtInSchemaFile(rule.observes) : pathOf(String(given));
      const isCode = path !== undefined && isModule(path);
      if (path !== undefined && !isCode) return JSON.parse(await readFile(path, 'utf8')) as JsonObject;
      for (const { emits = {} } of isCode ? await pluginsOf(resolve(path), await contextHere()) : await plugins()) {
        const schema = Object.hasOwn(emits, rule.observes) ? emits[rule.observes] : undefined;
        if (isObject(schema)) return schema;
      }
      if (isCode) throw new Error(`${String(given)} does not emit "${rule.observes}".`);
      throw new Error(
        `no built-in observation is called "${rule.observes}". Give the JSON Schema of its data as \`schema\`.`,
      );
    },
  };
}

/** The schema of a kind of observation that ships; undefined for other kinds. */
export async function observationSchema(kind: string): Promise<JsonObject | undefined> {
  const path = await builtInSchemaFile(kind);
  return path === undefined ? undefined : (JSON.parse(await readFile(path, 'utf8')) as JsonObject);
}

function choose(address: string, rules: readonly RuleInput[], id: string | undefined): RuleInput {
  const rule = id === undefined ? rules[0] : rules.find((one) => one.id === id);
  if (rule !== undefined && (id !== undefined || rules.length === 1)) return rule;
  if (rules.length === 0) throw new Error(`${address} brings no rule.`);
  throw new Error(
    `${address} holds the rules ${rules.map((one) => one.id).join(', ')}. Name one of them: ${address}#${rules[0]?.id}`,
  );
}

/** Where the tests run. */
async function contextHere(): Promise<LoadContext> {
  const cwd = process.cwd();
  return { cwd, modules: createModuleLoader(await ownEntries(), cwd) };
}

/** Reading a pack takes longer than judging all of its rules, and every test of them asks for it. */
const packs = new Map<string, Promise<Pack>>();

/** The pack of the nearest folder around that has one. @throws Error when its file is wrong */
async function packAt(start: string, context: LoadContext): Promise<Pack | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const info = await readPackage(folder, context.cwd);
    if (info !== undefined && 'problem' in info) throw new Error(info.problem);
    const file = packFileOf(folder, info);
    if (file !== undefined) {
      const pack = packs.get(file) ?? packIn(file, info, context);
      packs.set(file, pack);
      return pack;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

async function packIn(file: string, info: PackageInfo | undefined, context: LoadContext): Promise<Pack> {
  const { pack, problems } = await readPack(file, info, context);
  if (pack === undefined) throw new Error(problems.join('\n'));
  return pack;
}

async function pluginsOfPack(pack: Pack | undefined): Promise<readonly Plugin[]> {
  if (pack === undefined || pack.plugins.length === 0) return [];
  const refs = pack.plugins.map((plugin) => ({ ...plugin, from: pack.folder }));
  return (await loadPlugins(refs, await contextHere())).map(({ plugin }) => plugin);
}

/** The plugins of a file, loaded as a run loads them. @throws Error with everything that is wrong with it */
async function pluginsOf(file: string, context: LoadContext): Promise<readonly Plugin[]> {
  const ref = { specifier: file, from: context.cwd, origin: { source: file } };
  return (await loadPlugins([ref], context)).map(({ plugin }) => plugin);
}

function rulesOf(plugins: readonly Plugin[]): readonly RuleInput[] {
  return plugins.flatMap(({ rules = [] }) => rules);
}

function isModule(path: string): boolean {
  return (MODULE_ENDINGS as readonly string[]).includes(extname(path));
}

function pathOf(address: string): string {
  return address.startsWith('file:') ? fileURLToPath(address) : address;
}
