/** Puts the JSON Schemas of observation kinds in place of the paths under which a plugin names them. */

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import { identityFaults } from '../rules/check-identity.js';
import { shownPath } from '../shown-path.js';
import { whyUnreadable } from './source.js';

/** Paths are found from the plugin's file, then from its package: authors think of either as home. */
export async function inlineEmits(
  plugin: Plugin,
  home: { readonly file: string; readonly folder: string | undefined },
  cwd: string,
): Promise<{ readonly plugin: Plugin; readonly problems: readonly string[] }> {
  if (plugin.emits === undefined) return { plugin, problems: [] };
  const folders = [dirname(home.file), ...(home.folder === undefined ? [] : [home.folder])];
  const emits: Record<string, JsonObject> = {};
  const problems: string[] = [];
  for (const [kind, given] of Object.entries(plugin.emits)) {
    const title = `${shownPath(home.file, cwd)}  plugin "${plugin.name}" emits ${kind}: `;
    const keep = (schema: JsonObject): void => {
      emits[kind] = schema;
      problems.push(...identityFaults(schema).map((fault) => title + fault));
    };
    if (typeof given === 'object' && !(given instanceof URL)) {
      keep(given);
      continue;
    }
    const paths =
      given instanceof URL || given.startsWith('file:')
        ? [fileURLToPath(given)]
        : [...new Set(folders.map((folder) => resolve(folder, given)))];
    const read = await readSchema(paths, cwd);
    if ('problem' in read) problems.push(title + read.problem);
    else keep(read.schema);
  }
  return { plugin: { ...plugin, emits }, problems };
}

async function readSchema(
  paths: readonly string[],
  cwd: string,
): Promise<{ readonly schema: JsonObject } | { readonly problem: string }> {
  let problem = '';
  for (const path of paths) {
    try {
      const schema: unknown = JSON.parse(await readFile(path, 'utf8'));
      return isObject(schema)
        ? { schema }
        : { problem: `${shownPath(path, cwd)} is no JSON Schema: it is not an object.` };
    } catch (error) {
      if (error instanceof SyntaxError) return { problem: `${shownPath(path, cwd)} is not JSON: ${error.message}.` };
      problem = `${shownPath(path, cwd)} ${whyUnreadable(error)}`;
    }
  }
  const tried = paths.map((path) => shownPath(path, cwd)).join(', ');
  return { problem: paths.length > 1 ? `the schema was not found. Tried ${tried}.` : problem };
}
