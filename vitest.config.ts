import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/longest-first.js';

/** Tests of what loading itself does to a process. All others share their modules, which take longer to load than to test. */
const APART = ['test/build/**/*.test.ts', 'test/load/**/*.test.ts', 'test/readme.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/plain-reporter.ts'],
    globalSetup: './test/own-folder.ts',
    // Example packs test themselves as packs elsewhere do.
    alias: { 'toolscore/testing': fileURLToPath(new URL('core/testing.ts', import.meta.url)) },
    sequence: { sequencer: LongestFirst },
    // More than two cores: many tests wait for servers that keep silent.
    maxWorkers: 3,
    maxConcurrency: 4,
    // Real servers are started by many tests; two cores must not time them out.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A machine that stalls for seconds makes a test of real processes fail now and then; a fault fails twice. What
    // needed the second try is named at the end, so that it is looked at.
    retry: 1,
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: APART, isolate: false } },
    ],
  },
});
