// Keeps dependencies pointing downwards, which linters cannot: they see `../rules/x.js`, not which folder that is.
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the core meets what ships: once for the command line, once for programs. `scoreServer` and its like must run
 * what ships, or every program would have to name the plugins itself; so the API has a root of its own, one file that
 * does nothing else, and it imports dynamically, because what ships imports the public API.
 */
const COMPOSITION_ROOTS = ['core/cli/main.ts', 'core/api/shipped.ts'];
/** What ships, the options it brings to the command line, and what it makes of a report. */
const SHIPPED = ['plugins/index.ts', 'plugins/flags.ts', 'plugins/views.ts'];
const PUBLIC_API = 'core/index.ts';
/** Made from data while the package is built; they name no plugin's code. */
const GENERATED = /^(schemas|rules)\/[^/]+\.gen\.ts$/;

/** Higher may import lower and its equals, never the other way round. What is not named here (the folders of `core`) is a 1. */
const LEVELS = [
  [/^core\/session\/port\.ts$/, 0],
  [/^core\/cli\//, 4],
  [/^core\/(index|testing|api|author|serve)(\.ts$|\/)/, 3],
  [/^core\/kernel(\.ts$|\/)/, 2],
  [
    /^core\/(baseline\/types|define|effects\/config|errors|grade|hooks|json|manifest\/(case|declaration)|model|nearest)\.ts$/,
    0,
  ],
  [/^core\//, 1],
];
const levelOf = (file) => LEVELS.find(([pattern]) => pattern.test(file))?.[1];

/** What a source imports: static, type-only, dynamic, re-exported and augmented modules alike. */
function importsOf(source) {
  const found = source.matchAll(/(?:\bfrom|\bimport|\bdeclare module)\s*\(?\s*(['"])([^'"\n]+)\1/g);
  return [...new Set(Array.from(found, ([, , specifier]) => specifier))];
}

/** Why `file` may not import `target`, both as paths from the root; undefined when it may. */
function objection(file, target) {
  const inside = (folder) => target.startsWith(`${folder}/`);
  if (file.startsWith('plugins/')) {
    if (SHIPPED.includes(target)) return `only ${COMPOSITION_ROOTS.join(' and ')} may name what ships`;
    if (inside('plugins') || target === PUBLIC_API || GENERATED.test(target)) return undefined;
    return `a plugin may import ${PUBLIC_API}, the generated modules and its neighbours`;
  }
  if (COMPOSITION_ROOTS.includes(file) && SHIPPED.includes(target)) return undefined;
  if (inside('plugins') || inside('rules'))
    return `core names no plugin and no rule; ${COMPOSITION_ROOTS.join(' and ')} may import ${SHIPPED.join(', ')}`;
  if (inside('core') && levelOf(target) > levelOf(file)) return 'dependencies point downwards';
  return undefined;
}

/** Every forbidden import as `file  imports target: reason`. `sources` holds texts by path from the root. */
export function importFaults(sources) {
  const faults = [];
  for (const [file, source] of sources) {
    for (const specifier of importsOf(source)) {
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
      const reason = objection(file, target);
      if (reason !== undefined) faults.push(`${file}  imports ${target}: ${reason}`);
    }
  }
  return faults.sort();
}

/** The sources the check is about. */
export async function readSources(root) {
  const sources = new Map();
  for (const folder of ['core', 'plugins']) {
    for (const entry of await readdir(join(root, folder), { recursive: true })) {
      const file = `${folder}/${entry.replaceAll('\\', '/')}`;
      if (file.endsWith('.ts')) sources.set(file, await readFile(join(root, file), 'utf8'));
    }
  }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = importFaults(await readSources(fileURLToPath(new URL('../../', import.meta.url))));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
