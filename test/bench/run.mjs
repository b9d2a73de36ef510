#!/usr/bin/env node
// `npm run bench [-- PART …] [--rounds N]`: how fast the built command line is, as ratios of two programs timed in turn.
// Absolute times belong to the machine; the ratios and their targets do not. Ends with code 0 even when a target is
// missed, because a busy machine misses some; with code 1 when something could not be measured.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { catalog } from './catalog.mjs';
import { scorecard } from './scorecard.mjs';
import { startup } from './startup.mjs';

const PARTS = { startup, scorecard, catalog };
const cli = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));

function verdict({ value, unit, target }) {
  if (value === undefined) return '';
  const result = `${value.toFixed(2)}${unit}`.padStart(10);
  return `${result}  at most ${`${target}${unit}`.padEnd(7)} ${value <= target ? 'ok' : 'over'}`;
}

function print(row) {
  console.log(`${row.what.padEnd(26)} ${row.ours.padStart(10)}  ${row.base.padEnd(44)} ${verdict(row)}`.trimEnd());
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run bench -- [${Object.keys(PARTS).join(' | ')}] … [--rounds N]`);
  process.exitCode = 1;
} else {
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    try {
      for (const row of await PARTS[name]({ cli, rounds })) print(row);
    } catch (error) {
      console.error(`${name} could not be measured: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
