/** The command line of rule authors: what can be typed. What it does is in the files it loads. */

import type { Commands } from './program-manifest.js';

export function addAuthorCommands({ program, composition, done }: Omit<Commands, 'verbatim'>): void {
  program
    .command('new <thing> <name>')
    .description('write an example to start from, tested and working: a rule, a probe or a pack')
    .option('--dir <folder>', 'the folder to write into; the current one when left out')
    .action(async (thing: string, name: string, options: object) =>
      done(await (await import('./new.js')).runNew(thing, name, options, composition)),
    );
  program
    .command('pack')
    .description('look after a pack of rules')
    .command('check [folder]')
    .description('say all that is wrong with a pack before it is published: package, rules, pages, tests, presets')
    .action(async (folder: string | undefined) =>
      done(await (await import('./pack.js')).runPackCheck(folder, composition)),
    );
}
