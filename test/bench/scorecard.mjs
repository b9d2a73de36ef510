// How much longer a scorecard takes than a bare client that makes the same calls on the same server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, median, pairedRatio, timeNode } from './measure.mjs';

const TARGET = 1.15;
const BARE_CLIENT = fileURLToPath(new URL('./bare-client.mjs', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/', import.meta.url));

/** Each server gets a fresh folder for every run, so that no run meets the records of another. */
const SERVERS = {
  memory: (folder) => ({
    command: [process.execPath, join(MODULES, 'server-memory/dist/index.js')],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  }),
  filesystem: (folder) => {
    writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\nthree\n');
    return { command: [process.execPath, join(MODULES, 'server-filesystem/dist/index.js'), folder], env: {} };
  },
};

async function inFolder(look) {
  const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-'));
  try {
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name, cli, rounds) {
  const out = mkdtempSync(join(tmpdir(), 'toolscore-bench-report-'));
  const report = join(out, 'report.json');
  const run = (args) =>
    inFolder((folder) => {
      const { command, env } = SERVERS[name](folder);
      return timeNode([...args, ...command], { env });
    });
  try {
    const ours = () => run([cli, 'mcp', 'test', '--report', 'json', '--output', report, '--']);
    await ours(); // the calls that the bare client repeats
    const times = await interleave({ ours, bare: () => run([BARE_CLIENT, report]) }, rounds);
    return {
      what: `scorecard of ${name}`,
      ours: `${median(times.ours).toFixed(0)} ms`,
      base: `bare client: ${median(times.bare).toFixed(0)} ms`,
      value: pairedRatio(times.ours, times.bare),
      unit: 'x',
      target: TARGET,
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

export async function scorecard({ cli, rounds }) {
  const rows = [];
  for (const name of Object.keys(SERVERS)) rows.push(await compare(name, cli, rounds));
  return rows;
}
