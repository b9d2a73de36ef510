#!/usr/bin/env node
// `npm test`: builds, checks the sources and runs the tests, all of it even when a part fails. The last line is always
// `N passed, N failed`; a build or a check that failed counts as one failure.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runChecks } from '../core/build/check.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const COUNTS = /^(\d+) passed, (\d+) failed(.*)$/;

/** Runs Node, shows what it prints except the line with the counts, and gives its exit code and that line's parts. */
function node(...args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    let counts;
    const show = (line, end) => {
      const found = line.match(COUNTS);
      if (found === null) process.stdout.write(line + end);
      else counts = { passed: Number(found[1]), failed: Number(found[2]), more: found[3] };
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) show(line, '\n');
    });
    child.once('close', (code) => {
      show(rest, '');
      done({ code, counts });
    });
  });
}

function finish(failedParts, counts = { passed: 0, failed: 0, more: '' }) {
  if (failedParts.length > 0) console.log(`failed besides tests: ${failedParts.join(', ')}`);
  const failed = counts.failed + failedParts.length;
  console.log(`${counts.passed} passed, ${failed} failed${counts.more}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

const built = await node('core/build/build.mjs');
if (built.code !== 0) {
  finish(['build']);
} else {
  const failedParts = await runChecks();
  const { code, counts } = await node('node_modules/vitest/vitest.mjs', 'run');
  // A runner that ends badly without a failed test has a failure of its own, or never got to count.
  if (code !== 0 && (counts?.failed ?? 0) === 0) failedParts.push('test runner');
  finish(failedParts, counts);
}
