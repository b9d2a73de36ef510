#!/usr/bin/env node
/** The composition root: the one place where the core meets what ships. Kept tiny, because it loads at every start. */

import manifest from '../../package.json' with { type: 'json' };
import type { Composition } from './composition.js';

const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${manifest.version}\n`);
} else {
  const grades = args[0] === 'mcp' || args[0] === 'demo';
  const [{ main }, { flags }] = await Promise.all([
    import('./program.js'),
    import('../../plugins/flags.js'),
    // Wanted next, so that its files are read while these are compiled.
    grades && import('./run.js'),
  ]);
  const composition: Composition = {
    version: manifest.version,
    flags,
    entries: {
      toolscore: new URL('./index.mjs', import.meta.url).href,
      'toolscore/testing': new URL('./testing.mjs', import.meta.url).href,
    },
    load: async () => (await import('../../plugins/index.js')).shipped,
    sampleServer: {
      // This very program, so that the command is the same wherever it is installed.
      command: [process.execPath, process.argv[1] ?? '', 'sample-server'],
      run: async (bugArgs) => (await import('../../fixtures/sample-server.mjs')).runSampleServer(bugArgs),
    },
  };
  await main(args, composition);
}
