/** A pack that a config extends: its rules, and the preset that was chosen. Runs no code of the pack. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import { UsageError } from '../errors.js';
import { type Pack, packFileOf, readPack } from '../load/pack.js';
import { readPackage } from '../load/package.js';
import type { LoadContext } from '../load/types.js';
import type { Origin } from '../model.js';
import { didYouMean, nearest } from '../nearest.js';
import { describeProblem, type Locate, placeOf } from '../origin.js';
import { loadRuleFile } from '../rules/load.js';
import { shownPath } from '../shown-path.js';
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
  const preset = await presetLayer(pack, base, name, { cwd: context.cwd, first: !chosen.has(pack.folder) });
  chosen.add(pack.folder);
  return { layers: [rules, preset.layer], problems: preset.problems };
}

async function presetLayer(
  pack: Pack,
  base: string,
  preset: string,
  { cwd, first }: { readonly cwd: string; readonly first: boolean },
): Promise<{ readonly layer: Layer; readonly problems: readonly string[] }> {
  const { ids, problems } = await ruleIds(pack, cwd);
  const rules = new Map<string, NonNullable<ConfigFile['rules']>[string]>();
  const writtenAs = new Map<string, string>();
  const own = [...ids].map((id) => `${pack.namespace}/${id}`);
  // Whoever chooses a preset gets its rules and no others of the pack; of several presets, those of all.
  if (first) for (const id of own) rules.set(id, 'off');
  for (const [id, toggle] of Object.entries(pack.presets[preset] ?? {})) {
    const full = ids.has(id) ? `${pack.namespace}/${id}` : id;
    if (full.startsWith(`${pack.namespace}/`) && !own.includes(full)) {
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
    layer: { source: `${base}:${preset}`, value: { rules: Object.fromEntries(rules) }, folder: pack.folder, locate },
    problems,
  };
}

/** Short ids of the rules of a pack. */
async function ruleIds(
  { ruleFiles }: Pack,
  cwd: string,
): Promise<{ readonly ids: ReadonlySet<string>; readonly problems: string[] }> {
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const file of ruleFiles) {
    try {
      for (const { id } of (await loadRuleFile(file, shownPath(file, cwd))).rules) ids.add(id);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(...error.problems);
    }
  }
  return { ids, problems };
}
