/** Loads plugins from outside: code, YAML rules, folders and packages, each thing once however often it is asked for. */

import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from '../define.js';
import { UsageError } from '../errors.js';
import type { Origin, RuleInput } from '../model.js';
import { shownPath, typedPath } from '../shown-path.js';
import { inlineEmits } from './emits.js';
import { describeClashes, describeMissing, describeTwoVersions } from './messages.js';
import { MODULE_ENDINGS } from './module.js';
import { namespaced } from './namespace.js';
import { packFileOf, readPack } from './pack.js';
import { readRuleFiles } from './pack-rules.js';
import { entryOf, type PackageInfo, packageAround, readPackage } from './package.js';
import { findPlace, RULE_ENDINGS } from './place.js';
import { readExports } from './shape.js';
import type { LoadContext, LoadedPlugin, PluginRef } from './types.js';

/**
 * Loads what is asked for, in that order. Loose rules come as a plugin of their own, named like their file.
 * @throws UsageError with everything that is wrong: places tried, syntax errors, wrong shapes, two versions or names
 */
export async function loadPlugins(refs: readonly PluginRef[], context: LoadContext): Promise<readonly LoadedPlugin[]> {
  const loading = new Loading(context);
  for (const ref of refs) await loading.load(ref);
  const problems = [...loading.problems, ...describeClashes(loading.plugins, new Set(context.taken), context.cwd)];
  if (problems.length > 0) throw new UsageError(problems);
  return loading.plugins;
}

/** Loads one plugin, or all that one file, folder or package holds. `from`: an absolute folder. @throws UsageError */
export function loadPlugin(specifier: string, from: string, context: LoadContext): Promise<readonly LoadedPlugin[]> {
  return loadPlugins([{ specifier, from, origin: { source: `--plugin ${specifier}` } }], context);
}

class Loading {
  readonly plugins: LoadedPlugin[] = [];
  readonly problems: string[] = [];
  /** Real paths of what was loaded. */
  readonly #seen = new Set<string>();
  readonly #packages = new Map<string, { readonly info: PackageInfo; readonly origin: Origin }>();
  readonly #context: LoadContext;

  constructor(context: LoadContext) {
    this.#context = context;
  }

  async load(ref: PluginRef): Promise<void> {
    const place = await findPlace(ref.specifier, ref.from);
    if (place.kind === 'none') this.problems.push(describeMissing(ref, place, this.#context.cwd));
    else if (place.kind === 'file') await this.#file(place.path, ref.origin);
    else await this.#folder(place.path, place.kind === 'package' ? place.entry : '.', ref);
  }

  async #file(path: string, origin: Origin): Promise<void> {
    if (!this.#isNew(path)) return;
    const ending = extname(path);
    if ((RULE_ENDINGS as readonly string[]).includes(ending)) await this.#rules([path], path, origin);
    else if ((MODULE_ENDINGS as readonly string[]).includes(ending)) await this.#module(path, origin);
    else
      this.problems.push(
        `${shownPath(path, this.#context.cwd)}  is no plugin. Plugins end in ${[...MODULE_ENDINGS, ...RULE_ENDINGS].join(', ')}.`,
      );
  }

  async #folder(folder: string, entry: string, ref: PluginRef): Promise<void> {
    const info = await readPackage(folder, this.#context.cwd);
    if (info !== undefined && 'problem' in info) this.problems.push(info.problem);
    else if (info === undefined || this.#isOnlyVersion(info, ref.origin))
      await this.#contents(folder, entry, info, ref);
  }

  /** A pack, code, or else all YAML rules of the folder itself. */
  async #contents(folder: string, entry: string, info: PackageInfo | undefined, ref: PluginRef): Promise<void> {
    const names = await readdir(folder);
    const packFile = entry === '.' ? packFileOf(folder, info) : undefined;
    if (packFile !== undefined) {
      await this.#pack(packFile, info, ref.origin);
      return;
    }
    const start = info && (await entryOf(info, entry));
    const index = MODULE_ENDINGS.map((ending) => `index${ending}`).find((name) => names.includes(name));
    const ruleFiles = names.filter(
      (name) => (RULE_ENDINGS as readonly string[]).includes(extname(name)) && !name.startsWith('toolscore.config.'),
    );
    if (start !== undefined && 'file' in start) await this.#file(start.file, ref.origin);
    else if (start !== undefined && start.missing.length > 0) {
      const missing = start.missing.map((path) => typedPath(path, folder)).join(' and ');
      this.problems.push(
        `${shownPath(join(folder, 'package.json'), this.#context.cwd)}  names ${missing}, which does not exist.`,
      );
    } else if (index !== undefined && entry === '.') await this.#file(join(folder, index), ref.origin);
    else if (ruleFiles.length > 0 && entry === '.') {
      const paths = ruleFiles.sort().map((name) => join(folder, name));
      if (this.#isNew(folder)) await this.#rules(paths, folder, ref.origin);
    } else {
      const tried = [
        'package.json',
        'pack.yaml',
        ...MODULE_ENDINGS.map((ending) => `index${ending}`),
        ...RULE_ENDINGS.map((ending) => `*${ending}`),
      ];
      this.problems.push(
        describeMissing(
          ref,
          { tried: tried.map((name) => typedPath(join(folder, name), ref.from)), hint: '' },
          this.#context.cwd,
        ),
      );
    }
  }

  async #pack(file: string, info: PackageInfo | undefined, origin: Origin): Promise<void> {
    if (!this.#isNew(file)) return;
    const { pack, problems } = await readPack(file, info, this.#context);
    this.problems.push(...problems);
    if (pack === undefined) return;
    for (const { specifier, origin: asked } of pack.plugins)
      await this.load({ specifier, from: pack.folder, origin: asked });
    const rules = namespaced(
      pack.namespace,
      await this.#readRules(
        pack.ruleFiles.filter((path) => this.#isNew(path)),
        file,
      ),
    );
    if (rules.length > 0) await this.#add({ name: info?.name ?? pack.namespace, rules }, file, origin, info);
  }

  async #rules(files: readonly string[], from: string, origin: Origin): Promise<void> {
    const rules = await this.#readRules(files, from);
    if (rules.length > 0) await this.#add({ name: shownPath(from, this.#context.cwd), rules }, from, origin);
  }

  async #readRules(files: readonly string[], from: string): Promise<readonly RuleInput[]> {
    const { rules, problems } = await readRuleFiles(files, from, this.#context.cwd);
    this.problems.push(...problems);
    return rules;
  }

  async #module(file: string, origin: Origin): Promise<void> {
    const shown = shownPath(file, this.#context.cwd);
    const loaded = await this.#context.modules.import(file);
    if ('problem' in loaded) {
      this.problems.push(loaded.problem);
      return;
    }
    const { plugins, rules, problems } = readExports(loaded.exports);
    this.problems.push(...problems.map((problem) => `${shown}  ${problem}`));
    for (const plugin of plugins) await this.#add(plugin, file, origin);
    if (rules.length > 0) await this.#add({ name: shown, rules }, file, origin);
  }

  async #add(plugin: Plugin, file: string, origin: Origin, info?: PackageInfo): Promise<void> {
    const around = info ?? (await packageAround(file, this.#context.cwd));
    const inlined = await inlineEmits(plugin, { file, folder: around?.folder }, this.#context.cwd);
    this.problems.push(...inlined.problems);
    this.plugins.push({ plugin: inlined.plugin, file, origin, package: around });
  }

  #isNew(path: string): boolean {
    const before = this.#seen.size;
    return this.#seen.add(path).size > before;
  }

  /** The same version in another place is the same package, and needs no second look. */
  #isOnlyVersion(info: PackageInfo, origin: Origin): boolean {
    if (info.name === undefined) return true;
    const first = this.#packages.get(info.name);
    if (first === undefined) {
      this.#packages.set(info.name, { info, origin });
      return true;
    }
    if (first.info.folder === info.folder) return true;
    if (first.info.version === undefined || first.info.version !== info.version) {
      this.problems.push(describeTwoVersions(first, { info, origin }, this.#context.cwd));
    }
    return false;
  }
}
