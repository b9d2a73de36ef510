// How a scorecard grows with the number of tools: time should grow with them and no faster, memory by little for each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, usageOfNode } from './measure.mjs';

const SERVER = fileURLToPath(new URL('../../fixtures/servers/catalog.mjs', import.meta.url));
const SIZES = [10, 100, 1_000, 10_000];
/** A further tool may cost this much more at the large end than in the middle; what is quadratic costs ten times as much. */
const LINEAR = 1.5;
const KIB_PER_TOOL = 20;

async function measure(cli, size, rounds, report = []) {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await usageOfNode([cli, 'mcp', 'test', ...report, '--', process.execPath, SERVER, `${size}`]));
  }
  const of = (key) => median(runs.map((run) => run[key]));
  return { size, ms: of('ms'), cpuMs: of('cpuMs'), peakBytes: of('peakBytes') };
}

/** What one more tool costs between two sizes. */
const slope = (key, small, large) => (large[key] - small[key]) / (large.size - small.size);

const sizeRow = ({ size, ms, cpuMs, peakBytes }) => ({
  what: `catalog of ${size} tools`,
  ours: `${ms.toFixed(0)} ms`,
  base: `${cpuMs.toFixed(0)} ms of processor, peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
});

const memoryRow = (what, small, large) => ({
  what: `memory for one more${what}`,
  ours: '',
  base: `peak of ${large.size} over peak of ${small.size}`,
  value: slope('peakBytes', small, large) / 1024,
  unit: ' KiB',
  target: KIB_PER_TOOL,
});

export async function catalog({ cli, rounds }) {
  const some = Math.min(rounds, 3);
  const points = [];
  for (const size of SIZES) points.push(await measure(cli, size, some));
  const [smallest, hundred, thousand, largest] = points;

  const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-catalog-'));
  const report = ['--report', 'json', '--output', join(folder, 'report.json')];
  const reported = [];
  try {
    for (const size of [SIZES[0], SIZES.at(-1)]) reported.push(await measure(cli, size, some, report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    ...points.map(sizeRow),
    {
      what: 'time for one more',
      ours: `${slope('ms', thousand, largest).toFixed(3)} ms`,
      base: `up to 1,000: ${slope('ms', hundred, thousand).toFixed(3)} ms`,
      value: slope('ms', thousand, largest) / slope('ms', hundred, thousand),
      unit: 'x',
      target: LINEAR,
    },
    memoryRow('', smallest, largest),
    memoryRow(', JSON', ...reported),
  ];
}
