#!/usr/bin/env node
// Everything that can be said about the sources without running them: each `check:…` script of package.json. Says what
// is wrong with all of them, not with the first.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const env = {
  ...process.env,
  PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH,
  // publint packs the package; what is built already need not be built again for that.
  npm_config_ignore_scripts: 'true',
};

/** Runs one line of a script. Resolves to what it printed when it failed, or to empty text. */
function run(line) {
  return new Promise((done) => {
    const child = spawn(line, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('close', (code) => {
      done(code === 0 ? '' : Buffer.concat(output).toString().trim() || `exit code ${code}`);
    });
  });
}

/** How many run at a time. Some of them use more than one core by themselves, and all of them memory. */
const AT_A_TIME = 2;

/** Runs every check, prints a line for each and what it found, and resolves to the names of those that failed. */
export async function runChecks() {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((script) => script.startsWith('check:'));
  const failed = [];
  const runNext = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const begin = performance.now();
      const fault = await run(scripts[name]);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${fault === '' ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds} s`);
      if (fault === '') continue;
      console.log(fault);
      failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, runNext));
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = await runChecks();
  if (failed.length > 0) process.exitCode = 1;
}
