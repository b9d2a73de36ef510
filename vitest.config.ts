import { defineConfig } from 'vitest/config';

/** Tests of code that starts nothing and changes nothing of the process: they share their modules, which load slowly. */
const PLAIN = [
  'config',
  'core',
  'documents',
  'effect-checks',
  'effects',
  'findings',
  'journal',
  'kernel',
  'lint',
  'manifest/format',
  'manifest/init',
  'manifest/kinds',
  'readiness',
  'reports',
  'round-trip',
  'rules',
  'rules-engine',
  'scenarios',
  'schema',
  'scorecard',
  'values',
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    reporters: ['default', './test/plain-reporter.ts'],
    // More than two cores: many tests wait for servers that keep silent.
    maxWorkers: 3,
    // Real servers are started by many tests; two cores must not time them out.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: PLAIN } },
      { extends: true, test: { name: 'plain', include: PLAIN, isolate: false } },
    ],
  },
});
