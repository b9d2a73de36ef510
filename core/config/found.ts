/** The servers that are there to be graded: in the client config files of a folder and in the usual places of the user. Starts nothing and reads no variable. */

import { realpathSync, statSync } from 'node:fs';
import { UsageError } from '../errors.js';
import { readSource, type Source } from '../load/source.js';
import type { ModuleLoader } from '../load/module.js';
import type { ShownTarget } from '../model.js';
import { shownFromHome } from '../shown-path.js';
import { shownTarget } from '../shown-target.js';
import { ClientEntry } from './client-entry.js';
import { listsServers, readClientFile } from './client-file.js';
import { findClientConfigs } from './discover.js';
import { usualPlaces } from './usual-places.js';

export interface FoundFile {
  /** Absolute. */
  readonly file: string;
  /** From the current folder, or from the user's home with `~`. */
  readonly shown: string;
  readonly servers: readonly FoundServer[];
  /** Why there are no servers, each with its place. */
  readonly problems: readonly string[];
}

export interface FoundServer {
  readonly name: string;
  /** As the file has it, variables and all, secrets replaced. Undefined when the entry is wrong. */
  readonly target: ShownTarget | undefined;
  readonly disabled: boolean;
  /** What is wrong with the entry, each with its place. */
  readonly problems: readonly string[];
}

/** Every file once, those of the folder first. Files of the user that hold other settings only are left out. */
export async function findServers(cwd: string, modules: ModuleLoader): Promise<readonly FoundFile[]> {
  const here = findClientConfigs(cwd);
  const seen = new Set<string>();
  const files: FoundFile[] = [];
  for (const file of [...here, ...usualPlaces().filter(isFile)]) {
    const real = realpathSync(file);
    if (seen.has(real)) continue;
    seen.add(real);
    const source = await readSource(file, cwd, modules, shownFromHome(file, cwd));
    const nothing = source.problems.length === 0 && !listsServers(source.value, cwd);
    if (nothing && !here.includes(file)) continue;
    files.push(foundIn(source, cwd));
  }
  return files;
}

function foundIn(source: Source, cwd: string): FoundFile {
  const { file, shown } = source;
  try {
    const servers = [...readClientFile(source, cwd).servers.values()].map(({ name, path, entry, disabled }) => {
      const reading = new ClientEntry(source, path, entry, { fill: undefined, told: new Set() });
      const target = reading.target();
      const { problems } = reading;
      const whole = target !== undefined && problems.length === 0;
      return { name, disabled, problems, target: whole ? shownTarget(target) : undefined };
    });
    return { file, shown, servers, problems: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { file, shown, servers: [], problems: error.problems };
  }
}

/** Only files: a pipe or a device in such a place is nothing to wait for. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
