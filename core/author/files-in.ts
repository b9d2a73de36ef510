/** The files of an author's own folder. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What comes from elsewhere, and what nobody would look into. */
const LEFT_OUT = new Set(['node_modules', '.git']);
const MOST_DEPTH = 16;

/** All files below a folder, from there, with forward slashes, sorted. Links are not followed. */
export function filesIn(folder: string): readonly string[] {
  const found: string[] = [];
  const into = (steps: readonly string[]): void => {
    for (const entry of readdirSync(join(folder, ...steps), { withFileTypes: true })) {
      const inside = [...steps, entry.name];
      if (entry.isFile()) found.push(inside.join('/'));
      else if (entry.isDirectory() && !LEFT_OUT.has(entry.name) && inside.length < MOST_DEPTH) into(inside);
    }
  };
  into([]);
  return found.sort();
}
