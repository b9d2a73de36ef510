/** A pack that a config extends: its rules, and the preset that was chosen. Runs no code of the pack. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import { type Pack, packFileOf, readPack } from '../load/pack.js';
import { readRuleFiles } from '../load/pack-rules.js';
import { type PackageInfo, readPackage } from '../load/package.js';
import type { LoadContext } from '../load/types.js';
import type { Origin } from '../model.js';
import { didYouMean, nearest } from '../nearest.js';
import { describeProblem, type Locate, placeOf } from '../origin.js';
import type { Layer } from './types.js';

interface PackRequest {
  readonly folder: string;
  /** The package or path as the config names it, without the preset. */
  readonly base: string;
  readonly preset: string | undefined;
  /** Who extends it. */
  readonly origin: Origin;
}

interface PackResult {
  readonly layers: readonly Layer[];
  readonly problems: readonly string[];
}

/** Without a preset, `recommended`. `chosen` collects the packs of which a preset was chosen before. */
export async function packLayers(request: PackRequest, context: LoadContext, chosen: Set<string>): Promise<PackResult> {
  const { folder, base, origin } = request;
  const problem = (message: string): PackResult => ({ layers: [], problems: [`${placeOf(origin)}  ${message}`] });
  const info = await readPackage(folder, context.cwd);
  if (info !== undefined && 'problem' in info) return { layers: [], problems: [info.problem] };
  const file = packFileOf(folder, info);
  if (file === undefined)
    return problem(
      `"${base}" is no pack: it has no pack.yaml, and no package.json with toolscore.pack. Code goes under plugins.`,
    );
  const { pack, problems } = await readPack(file, info, context);
  if (pack === undefined) return { layers: [], problems };

  const names = Object.keys(pack.presets);
  const rules: Layer = { source: pack.shown, value: { plugins: [folder] }, folder: pack.folder, locate: () => origin };
  if (request.preset === undefined && names.length === 0) return { layers: [rules], problems };
  const name = request.preset ?? 'recommended';
  if (!Object.hasOwn(pack.presets, name)) {
    const has = names.length === 0 ? 'It has none.' : `It has: ${names.map((one) => `${base}:${one}`).join(', ')}.`;
    const meant = nearest(name, names);
    return problem(
      `"${base}" has no preset "${name}". ${has}${meant === undefined ? '' : ` Did you mean "${base}:${meant}"?`}`,
    );
  }
  const key = identityOf(pack, info);
  const preset = await presetLayer(pack, base, name, { cwd: context.cwd, first: !chosen.has(key) });
  chosen.add(key);
  return { layers: [rules, preset.layer], problems: preset.problems };
}

/** One version of a package is one pack, wherever its copies lie. */
function identityOf({ folder }: Pack, info: PackageInfo | undefined): string {
  return info?.name === undefined || info.version === undefined ? folder : `${info.name}@${info.version}`;
}

async function presetLayer(
  pack: Pack,
  base: string,
  preset: string,
  { cwd, first }: { readonly cwd: string; readonly first: boolean },
): Promise<{ readonly layer: Layer; readonly problems: readonly string[] }> {
  const { ids, problems } = await ruleIds(pack, cwd);
  // With rules that cannot be read, whoever says that one is missing may be wrong.
  const known = problems.length === 0;
  const rules = new Map<string, NonNullable<ConfigFile['rules']>[string]>();
  const writtenAs = new Map<string, string>();
  const own = [...new Set(ids.values())];
  // Whoever chooses a preset gets its rules and no others of the pack; of several presets, those of all.
  if (first) for (const id of own) rules.set(id, 'off');
  for (const [id, toggle] of Object.entries(pack.presets[preset] ?? {})) {
    const full = ids.get(id) ?? id;
    if (known && full.startsWith(`${pack.namespace}/`) && !own.includes(full)) {
      const message = `the pack has no rule "${id}".${didYouMean(full, own)}`;
      problems.push(describeProblem({ path: ['presets', preset, id], atKey: true, message }, pack.locate));
    }
    rules.set(full, toggle);
    writtenAs.set(full, id);
  }
  const locate: Locate = ([, rule = '', ...rest], atKey) => {
    const id = writtenAs.get(String(rule));
    return id === undefined
      ? pack.locate(['presets', preset], true)
      : pack.locate(['presets', preset, id, ...rest], atKey);
  };
  return {
    layer: {
      source: `${base}:${preset}`,
      value: { rules: Object.fromEntries(rules) },
      folder: pack.folder,
      locate,
      foreign: true,
    },
    problems,
  };
}

/** Full ids of the rules of a pack by all that a preset may call them: short or full, of today or earlier. */
async function ruleIds(
  { ruleFiles, namespace, file }: Pack,
  cwd: string,
): Promise<{ readonly ids: ReadonlyMap<string, string>; readonly problems: string[] }> {
  const { rules, problems } = await readRuleFiles(ruleFiles, file, cwd);
  const ids = new Map<string, string>();
  // Ids of today last: they win over somebody's earlier one.
  const names = [
    ...rules.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id] as const)),
    ...rules.map(({ id }) => [id, id] as const),
  ];
  for (const [name, id] of names)
    for (const called of [name, `${namespace}/${name}`]) ids.set(called, `${namespace}/${id}`);
  return { ids, problems: [...problems] };
}
