/** What npm would publish: everything that the pack file names, and in a data pack no code. */

import { realpathSync } from 'node:fs';
import type { Pack } from '../load/pack.js';
import { findPlace } from '../load/place.js';
import { patternFault, takesPath } from '../load/rule-files.js';
import { shownPath } from '../shown-path.js';
import type { Manifest } from './check-package.js';
import { filesIn } from './files-in.js';
import type { PackFindings } from './findings.js';

/** Endings of what a program could run, and the file that makes npm run a compiler. */
const CODE = /(?:\.(?:[cm]?[jt]sx?|node|wasm|sh|bat|cmd|ps1|py|rb|exe|dll|so|dylib)|(?:^|\/)binding\.gyp)$/i;

/** `pages`: absolute paths of the pages that are there. */
export async function checkContents(
  folder: string,
  { value, locate }: Manifest,
  pack: Pack,
  pages: readonly string[],
  findings: PackFindings,
): Promise<void> {
  const { files } = value;
  if (!Array.isArray(files)) {
    findings.problem(
      locate,
      ['files'],
      'package.json has no list of files, so all of the folder would be published, tests included. Add "files": ["pack.yaml", "rules", "README.md"].',
    );
    return;
  }
  const patterns = files.map((entry) =>
    String(entry)
      .replace(/^(!?)(?:\.?\/)*/, '$1')
      .replace(/\/+$/, ''),
  );
  const odd = patterns.find((pattern) => patternFault(pattern.replace(/^!/, '')) !== undefined);
  if (odd !== undefined) {
    const message = `what "${odd}" takes in is not looked at; npm pack --dry-run lists it.`;
    findings.advise(locate, ['files', patterns.indexOf(odd)], message);
    return;
  }
  const published = new Set(publishedFiles(folder, patterns));
  const home = realpathSync(folder);
  const named = [pack.file, ...pack.ruleFiles, ...pages, ...(await codeOf(pack))];
  for (const path of new Set(named)) {
    const shown = shownPath(realpathSync(path), home);
    if (shown.startsWith('../') || published.has(shown)) continue;
    const add = shown.includes('/') ? shown.split('/')[0] : shown;
    findings.problem(
      locate,
      ['files'],
      `files leaves out ${shown}, so the published pack would lack it. Add "${add}".`,
    );
  }
  if (pack.plugins.length > 0) return;
  for (const path of [...published].filter((one) => CODE.test(one)).sort())
    findings.problem(
      locate,
      ['files'],
      `files takes in ${path}, which is code; a pack without plugins holds none. Leave it out, or name it under plugins in ${pack.shown}.`,
    );
}

/** As npm reads the list: a folder stands for all in it, `!` takes away, and some files always come along. */
function publishedFiles(folder: string, patterns: readonly string[]): readonly string[] {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(withContents);
  const unwanted = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => withContents(pattern.slice(1)));
  const isAny = (list: readonly string[], path: string): boolean => list.some((pattern) => takesPath(pattern, path));
  const taken = filesIn(folder).filter((path) => isAny(wanted, path) && !isAny(unwanted, path));
  return ['package.json', ...taken];
}

/** `rules` and `rules/*.yaml` alike: what is a folder, with all in it. */
function withContents(pattern: string): string {
  return `${pattern === '.' ? '' : pattern}/**`;
}

/** Files of the plugins that lie in the pack itself. */
async function codeOf({ plugins, folder }: Pack): Promise<readonly string[]> {
  const places = await Promise.all(plugins.map(({ specifier }) => findPlace(specifier, folder)));
  return places.flatMap((place) => (place.kind === 'file' ? [place.path] : []));
}
