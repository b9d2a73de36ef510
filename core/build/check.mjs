#!/usr/bin/env node
// Everything that can be said about the sources without running them. Says what is wrong with all of them, not the first.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFaults, readSources } from './imports.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Name and command of each check; the commands come from the installed development dependencies. */
const COMMANDS = {
  types: 'tsc --noEmit',
  lint: 'oxlint --type-aware --deny-warnings',
  format: 'oxfmt --check .',
  unused: 'knip',
  package: 'publint --strict',
};

function command(line) {
  return new Promise((done) => {
    const [program, ...args] = line.split(' ');
    const child = spawn(process.execPath, [join(root, 'node_modules/.bin', program), ...args], {
      cwd: root,
      // publint packs the package; what is built already need not be built again for that.
      env: { ...process.env, npm_config_ignore_scripts: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => done(String(error)));
    child.once('close', (code) =>
      done(code === 0 ? '' : Buffer.concat(output).toString().trim() || `exit code ${code}`),
    );
  });
}

/** Runs every check, prints one line for each and what is wrong, and gives the names of those that failed. */
export async function runChecks() {
  const failed = [];
  const report = async (name, look) => {
    const begin = performance.now();
    const fault = await look();
    console.log(
      `${fault === '' ? 'ok    ' : 'failed'} ${name.padEnd(8)} ${((performance.now() - begin) / 1000).toFixed(1)} s`,
    );
    if (fault === '') return;
    console.log(fault);
    failed.push(name);
  };
  await report('imports', async () => importFaults(await readSources(root)).join('\n'));
  for (const [name, line] of Object.entries(COMMANDS)) await report(name, () => command(line));
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = await runChecks();
  if (failed.length > 0) process.exitCode = 1;
}
