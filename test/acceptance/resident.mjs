// Runs command lines of the built program one after the other, each as if it had this process for itself: its arguments,
// folder and environment, its two outputs, and its exit code. What a start costs is paid once. Started with an IPC
// channel; takes `{ args, cwd, env }` and answers `{ code, out, err }`.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const CLI = resolve('dist/cli.mjs');
/** The run that has this process at the moment. */
let running;
let runs = 0;

function finish(code) {
  if (running === undefined) return;
  // What still lives when a program ends goes with it.
  process.emit('exit', code);
  const { outputs } = running;
  running = undefined;
  process.exitCode = undefined;
  process.stdout.removeAllListeners('error');
  const text = (chunks) => Buffer.concat(chunks).toString();
  process.send({ code, out: text(outputs.out), err: text(outputs.err) });
}

/** Keeps what is written for the run; what comes after the end of a run is lost, as it is when a process ends. */
const keeper = (name) => (chunk, encoding, written) => {
  running?.outputs[name].push(Buffer.from(chunk));
  const told = typeof encoding === 'function' ? encoding : written;
  if (told) setImmediate(() => told());
  return true;
};
process.stdout.write = keeper('out');
process.stderr.write = keeper('err');

const leave = process.exit.bind(process);
process.exit = (code) => finish(code ?? process.exitCode ?? 0);
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  finish(1);
});
process.on('disconnect', () => leave());
process.on('message', async ({ args, cwd, env }) => {
  running = { outputs: { out: [], err: [] } };
  process.argv = [process.execPath, CLI, ...args];
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  runs += 1;
  // The entry is another module each time, the chunks that it imports are the same.
  await import(`${pathToFileURL(CLI).href}?run=${runs}`);
  // Without an exit code nobody called for the end: it comes by itself.
  if (process.exitCode === undefined) finish(0);
});
