/** `toolscore new`: writes a working, tested example. Never over a file that is there. */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LocalError, messageOf, UsageError } from '../errors.js';
import { createModuleLoader } from '../load/module.js';
import { packFileOf, readPack } from '../load/pack.js';
import { readPackage } from '../load/package.js';
import { makeFolder } from '../make-folder.js';
import { builtInRuleFile, builtInSchemaFile, ownEntries } from '../rules/package-files.js';
import { shownPath, typedPath } from '../shown-path.js';
import { kebabName, packName, type Thing } from './name.js';
import type { NewFile } from './new-file.js';
import { packFiles } from './new-pack.js';
import { probeFiles, ruleOfProbe } from './new-probe.js';
import { ruleFiles } from './new-rule.js';

export interface ScaffoldRequest {
  readonly thing: Thing;
  readonly name: string;
  /** Where it goes; relative to `cwd`. */
  readonly dir: string;
  readonly cwd: string;
  /** Of toolscore. */
  readonly version: string;
  /** Names of plugins that ship. */
  readonly taken: readonly string[];
}

export interface Scaffolded {
  /** From `cwd`. */
  readonly written: readonly string[];
  /** What to do by hand before the commands work; one line each. */
  readonly first: readonly string[];
  readonly commands: readonly string[];
}

interface Plan {
  readonly folder: string;
  readonly files: readonly NewFile[];
  readonly first: readonly string[];
  readonly commands: readonly string[];
}

/**
 * @throws UsageError when the name does not do, or something is there already; nothing was written then
 * @throws LocalError when a file cannot be written
 */
export async function scaffold(request: ScaffoldRequest): Promise<Scaffolded> {
  const { folder, files, first, commands } = await planOf(request);
  const paths = files.map(({ path }) => join(folder, path));
  const there = paths.filter((path) => existsSync(path)).map((path) => shownPath(path, request.cwd));
  if (there.length > 0)
    throw new UsageError([
      `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already. Choose another name, or another folder with --dir. Nothing was written.`,
    ]);
  for (const [index, { text }] of files.entries()) await write(paths[index] as string, text);
  return { written: paths.map((path) => shownPath(path, request.cwd)), first, commands };
}

async function write(path: string, text: string): Promise<void> {
  try {
    makeFolder(dirname(path));
    // Whoever made it meanwhile keeps it.
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    throw new LocalError(`${path} could not be written: ${messageOf(error)}`);
  }
}

function planOf(request: ScaffoldRequest): Promise<Plan> {
  const plans = { rule: planRule, probe: planProbe, pack: planPack };
  return plans[request.thing](request);
}

async function planRule({ name, dir, cwd }: ScaffoldRequest): Promise<Plan> {
  const id = kebabName('rule', name);
  const folder = resolve(cwd, dir);
  const home = await homeAt(folder, cwd);
  if (home === undefined && (await builtInRuleFile(id, 'yaml')) !== undefined)
    throw new UsageError(`A built-in rule is called "${id}" already. Choose another name, or write it in a pack.`);
  const files = ruleFiles({ id, since: home?.version ?? '0.1.0', reference: referenceTo(id, home) });
  return { folder, files, first: [], commands: commandsFor(folder, cwd, home, [`./rules/${id}.yaml`], 'lint') };
}

async function planProbe({ name, dir, cwd, taken }: ScaffoldRequest): Promise<Plan> {
  const plugin = kebabName('probe', name);
  const id = ruleOfProbe(plugin);
  const folder = resolve(cwd, dir);
  const home = await homeAt(folder, cwd);
  const kind = `${home?.namespace ?? 'tool'}.${plugin}`;
  if (taken.includes(plugin)) throw new UsageError(`A plugin that ships is called "${plugin}". Choose another name.`);
  if ((await builtInSchemaFile(kind)) !== undefined)
    throw new UsageError(`Observations of the kind "${kind}" ship already. Choose another name.`);
  const since = home?.version ?? '0.1.0';
  const files = probeFiles({ name: plugin, kind, since, reference: referenceTo(id, home) });
  const first =
    home === undefined
      ? []
      : [
          `Add to ${shownPath(home.file, cwd)}:  plugins: [./probes/${plugin}.ts]`,
          `Add to ${shownPath(join(folder, 'package.json'), cwd)}:  "probes", under files`,
        ];
  const plugins = [`./probes/${plugin}.ts`, `./rules/${id}.yaml`];
  return { folder, files, first, commands: commandsFor(folder, cwd, home, plugins, 'test') };
}

async function planPack({ name, dir, cwd, version }: ScaffoldRequest): Promise<Plan> {
  const names = packName(name);
  const folder = resolve(cwd, dir, names.folder);
  const commands = [`cd ${quoted(typedPath(folder, cwd))} && npm install`, 'npm test', 'npx toolscore pack check'];
  return { folder, files: packFiles(names, version), first: [], commands };
}

/** The pack that a folder is. */
interface Home {
  readonly file: string;
  readonly namespace: string;
  readonly version: string | undefined;
}

async function homeAt(folder: string, cwd: string): Promise<Home | undefined> {
  const info = existsSync(folder) ? await readPackage(folder, cwd) : undefined;
  const known = info === undefined || 'problem' in info ? undefined : info;
  const file = packFileOf(folder, known);
  if (file === undefined) return undefined;
  const { pack, problems } = await readPack(file, known, { cwd, modules: createModuleLoader(await ownEntries(), cwd) });
  if (pack === undefined) throw new UsageError(problems);
  return { file, namespace: pack.namespace, version: known?.version };
}

function referenceTo(id: string, home: Home | undefined): string {
  return home === undefined ? `new URL('../rules/${id}.yaml', import.meta.url)` : `'${id}'`;
}

/** Tests first, then the thing itself: whoever runs them in this order sees what it is for. */
function commandsFor(
  folder: string,
  cwd: string,
  home: Home | undefined,
  plugins: readonly string[],
  command: 'lint' | 'test',
): readonly string[] {
  const inFolder = folder === cwd ? '' : `cd ${quoted(typedPath(folder, cwd))} && `;
  if (home !== undefined)
    return [
      `${inFolder}node --test`,
      'npx toolscore pack check',
      `npx toolscore mcp ${command} --plugin . -- node server.js`,
    ];
  const given = plugins.map((plugin) => `--plugin ${plugin}`).join(' ');
  return [
    `${inFolder}npm install --save-dev toolscore`,
    'node --test',
    `npx toolscore mcp ${command} ${given} -- node server.js`,
  ];
}

function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `"${path}"`;
}
