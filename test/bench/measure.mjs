// Running a program and saying what it took.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const USAGE = fileURLToPath(new URL('./usage.mjs', import.meta.url));

/** The environment of everything that is timed. Reading extra certificates costs Node a third of its start-up. */
export const cleanEnv = (() => {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;
  return env;
})();

/** Runs Node with `args` and resolves to the milliseconds until it has ended. Rejects unless its exit code is in `codes`. */
export function timeNode(args, { env = {}, codes = [0] } = {}) {
  return new Promise((done, fail) => {
    const begin = performance.now();
    const child = spawn(process.execPath, args, { env: { ...cleanEnv, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-2000)));
    let ms;
    child.once('exit', () => (ms = performance.now() - begin));
    child.once('close', (code) => {
      if (codes.includes(code)) done(ms);
      else fail(new Error(`node ${args.join(' ')} ended with code ${code}\n${stderr}`));
    });
  });
}

/** The same, with the processor time (ms) and the peak memory (bytes) of that one process. */
export async function usageOfNode(args, options = {}) {
  const file = join(tmpdir(), `toolscore-usage-${process.pid}.json`);
  const ms = await timeNode(['--import', USAGE, ...args], {
    ...options,
    env: { ...options.env, TOOLSCORE_USAGE_FILE: file },
  });
  const usage = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return { ms, ...usage };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Times programs against each other: one after the other in every round, the order turned each time, so that whatever
 * else the machine does meets all of them. The first round only warms the caches. Gives their times in round order.
 */
export async function interleave(programs, rounds) {
  const names = Object.keys(programs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const ms = await programs[name]();
      if (round > 0) times[name].push(ms);
    }
  }
  return times;
}

/** Median of the ratios of each round. */
export const pairedRatio = (times, base) => median(times.map((ms, round) => ms / base[round]));
