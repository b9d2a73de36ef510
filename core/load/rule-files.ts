/** Finds the rule files of a pack. Follows no link out of it, and stops where no honest pack goes. */

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shownPath } from '../shown-path.js';
import { leadsInto } from './plain-file.js';

const MOST_FILES = 500;
/** Files and folders looked at, those that no pattern wants included. */
const MOST_ENTRIES = 20_000;
const MOST_DEPTH = 16;

/** What of a pattern is wrong, as the end of a sentence that begins with it; undefined when nothing is. */
export function patternFault(pattern: string): string | undefined {
  if (/^(?:[/\\~]|[A-Za-z]:|[a-z]+:\/\/)/.test(pattern) || stepsOf(pattern).includes('..'))
    return 'leads out of the pack. Write it from the folder of the pack file, such as "rules/*.yaml".';
  const odd = /[\\{}[\]?!]|[@+*]\(/.exec(pattern)?.[0];
  if (odd === undefined) return undefined;
  return `holds "${odd}". Patterns know "**" for any folders and "*" for any part of a name; for more, write a list of them.`;
}

/** Absolute paths, sorted, links followed, or what is wrong with the pattern at `index`. `folder` is a real path; the patterns have no fault of their own. */
export function findRuleFiles(
  folder: string,
  patterns: readonly string[],
): { readonly files: readonly string[] } | { readonly index: number; readonly message: string } {
  const walk = new Walk(folder, patterns.map(stepsOf));
  walk.into([]);
  for (const [index, pattern] of patterns.entries()) {
    const found = walk.found[index] ?? [];
    const fault = found.map(({ fault: one }) => one).find((one) => one !== undefined);
    const [out] = walk.leftOut;
    const hint = out === undefined ? '' : ` Links are not followed out of the pack, as "${out}" would be.`;
    if (fault !== undefined) return { index, message: `"${pattern}" ${fault}` };
    if (found.length === 0 && walk.stopped === undefined)
      return { index, message: `no file matches "${pattern}".${hint}` };
  }
  if (walk.stopped !== undefined) return { index: 0, message: walk.stopped };
  const files = new Set(walk.found.flat().map(({ path }) => path));
  return { files: [...files].sort() };
}

interface Found {
  readonly path: string;
  readonly fault: string | undefined;
}

class Walk {
  /** By pattern. */
  readonly found: Found[][];
  /** Links to folders outside, from the folder of the pack. */
  readonly leftOut: string[] = [];
  stopped: string | undefined;
  #entries = 0;
  #files = 0;

  constructor(
    readonly folder: string,
    readonly patterns: readonly (readonly string[])[],
  ) {
    this.found = patterns.map(() => []);
  }

  into(steps: readonly string[]): void {
    for (const entry of this.#entriesOf(steps)) {
      if (this.stopped !== undefined) return;
      const inside = [...steps, entry.name];
      if (this.#isFolder(entry, inside)) {
        if (inside.length < MOST_DEPTH && this.patterns.some((pattern) => mayHold(pattern, inside))) this.into(inside);
      } else this.#file(inside, entry);
    }
  }

  #entriesOf(steps: readonly string[]): readonly Dirent[] {
    const entries = readdirSync(join(this.folder, ...steps), { withFileTypes: true });
    this.#entries += entries.length;
    if (this.#entries > MOST_ENTRIES)
      this.stopped = `more than ${MOST_ENTRIES} files and folders would have to be looked at. Keep rules in a folder of their own.`;
    // As in a shell, a pattern does not mean what is hidden.
    return entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  }

  /** A link to a folder inside is left alone: what is in there is found without it. */
  #isFolder(entry: Dirent, steps: readonly string[]): boolean {
    if (!entry.isSymbolicLink()) return entry.isDirectory();
    const path = join(this.folder, ...steps);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && !leadsInto(path, this.folder))
      this.leftOut.push(steps.join('/'));
    return false;
  }

  #file(steps: readonly string[], entry: Dirent): void {
    const wanted = this.patterns.flatMap((pattern, index) => (fits(pattern, steps) ? [index] : []));
    if (wanted.length === 0) return;
    const found = this.#look(join(this.folder, ...steps), entry);
    if (found === undefined) return;
    for (const index of wanted) this.found[index]?.push(found);
    this.#files += 1;
    if (this.#files > MOST_FILES)
      this.stopped = `more than ${MOST_FILES} rule files match. Put several rules into one file, or make two packs of it.`;
  }

  #look(path: string, entry: Dirent): Found | undefined {
    const shown = shownPath(path, this.folder);
    if (!entry.isSymbolicLink())
      return { path, fault: entry.isFile() ? undefined : `matches ${shown}, which is no file.` };
    if (!leadsInto(path, this.folder)) return { path, fault: `leads out of the pack, to ${shown}.` };
    const real = realpathSync(path);
    const stats = statSync(real);
    if (stats.isDirectory()) return undefined;
    return { path: real, fault: stats.isFile() ? undefined : `matches ${shown}, which is no file.` };
  }
}

function stepsOf(pattern: string): readonly string[] {
  return pattern.split('/').filter((step) => step !== '' && step !== '.');
}

/** Whether a pattern without a fault takes a path, both with forward slashes. */
export function takesPath(pattern: string, path: string): boolean {
  return fits(stepsOf(pattern), stepsOf(path));
}

/** Whether the pattern takes the path. In time of their lengths multiplied, whatever the pattern. */
function fits(pattern: readonly string[], steps: readonly string[]): boolean {
  return matches(pattern, steps, (step) => step === '**', nameFits);
}

function nameFits(wanted: string, name: string): boolean {
  return matches([...wanted], [...name], (letter) => letter === '*', Object.is);
}

/** Whether something in a folder may fit the pattern. */
function mayHold(pattern: readonly string[], folder: readonly string[]): boolean {
  for (const [index, name] of folder.entries()) {
    const step = pattern[index];
    if (step === '**') return true;
    if (step === undefined || !nameFits(step, name)) return false;
  }
  return folder.length < pattern.length;
}

/** Going back only to the last wildcard is enough: an earlier one could take no more than that one can. */
function matches(
  pattern: readonly string[],
  parts: readonly string[],
  isWild: (part: string) => boolean,
  isSame: (wanted: string, part: string) => boolean,
): boolean {
  let [at, wildcard, resume] = [0, -1, 0];
  for (let index = 0; index < parts.length;) {
    const wanted = pattern[at];
    if (wanted !== undefined && isWild(wanted)) {
      [wildcard, resume] = [at, index];
      at += 1;
    } else if (wanted !== undefined && isSame(wanted, parts[index] as string)) {
      at += 1;
      index += 1;
    } else if (wildcard >= 0) {
      resume += 1;
      [at, index] = [wildcard + 1, resume];
    } else return false;
  }
  return pattern.slice(at).every(isWild);
}
