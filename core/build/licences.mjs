// The licences of everything that was bundled, as those licences ask for.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the packages that left at least one byte in the bundle, sorted. */
export function bundledPackages(metafile) {
  const folders = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      // Modules that the build makes up have a namespace before a colon.
      if (/^[a-z-]+:/.test(input)) continue;
      const folder = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** One text with the licence of each bundled package. Throws when a package says nothing about its licence. */
export async function licenceText(root, metafile) {
  const sections = await Promise.all(bundledPackages(metafile).map((folder) => licenceOf(join(root, folder))));
  return `The files of this package contain code of the following packages.\n${sections.join('')}`;
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  if (file === undefined && typeof license !== 'string') throw new Error(`${name}@${version} has no licence`);
  const text = file === undefined ? `Licence: ${license}` : (await readFile(join(folder, file), 'utf8')).trim();
  return `\n${'-'.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${text}\n`;
}
