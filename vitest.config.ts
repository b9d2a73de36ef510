import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/plain-reporter.ts'],
    // More than two cores: many tests wait for servers that keep silent.
    maxWorkers: 3,
    // Real servers are started by many tests; two cores must not time them out.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
