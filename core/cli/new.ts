/** `toolscore new`: a working, tested example of a rule, a probe or a pack. No server is started. */

import { thingOf } from '../author/name.js';
import { scaffold } from '../author/scaffold.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';

export async function runNew(
  word: string,
  name: string,
  { dir = '.' }: { readonly dir?: string },
  { version, load }: Composition,
): Promise<number> {
  const thing = thingOf(word);
  const taken = thing === 'probe' ? (await load()).plugins.map((plugin) => plugin.name) : [];
  const { written, first, commands } = await scaffold({ thing, name, dir, cwd: process.cwd(), version, taken });
  const lines = [
    'Wrote:',
    ...written.map((path) => `  ${path}`),
    ...first,
    'Next:',
    ...commands.map((one) => `  ${one}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}
