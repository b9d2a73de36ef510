import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** The Markdown files right in a folder, as paths from the root. */
export function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name));
}

/** The same with those in folders of it, all the way down. */
export function pagesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')));
}
