/**
 * The tests of all labels, each in the file of its name under `gate` and `readiness`. In one file, because what reads
 * rules would be loaded anew for each of eighty.
 */

import { readdir } from 'node:fs/promises';

for (const folder of ['gate', 'readiness']) {
  const place = new URL(`${folder}/`, import.meta.url);
  for (const file of await readdir(place)) await import(/* @vite-ignore */ new URL(file, place).href);
}
