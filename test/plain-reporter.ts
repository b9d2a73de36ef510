import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` as the very last line, for people and scripts that read only that. A file that does not
 * load, a suite whose set-up fails and an error outside every test count as one failure each, as the exit code says.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.diagnostic()?.flaky === true) process.stdout.write(`\nPassed only at a second try: ${test.fullName}`);
      }
    }
    // Pending tests were never run: the run was cut short, which is no success.
    const failed = count.failed + count.pending;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`\n${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}
