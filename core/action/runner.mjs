// What a step tells the runner of GitHub: outputs, the job summary, and commands in what it prints.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeSync } from 'node:fs';

/** Variables that a step tells things by. The server under test must not set its own grade. */
export const CHANNELS = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];

/** The runner refuses a summary above 1 MiB whole. In bytes of UTF-8, with room for the sentence behind it. */
const MAX_SUMMARY = 1_000_000;

/** Prints at once, so that the lines of this program and of those it starts stay in order. */
function print(text) {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** Runs `work` with the commands of the runner switched off: what a server says may look like one. */
export function quoted(env, work) {
  if (env.GITHUB_ACTIONS !== 'true') return work();
  const token = randomUUID();
  print(`::stop-commands::${token}`);
  try {
    return work();
  } finally {
    print(`::${token}::`);
  }
}

const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A line that shows on the page of the run. `level` is `notice`, `warning` or `error`. */
export function annotate(level, title, message) {
  print(`::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`);
}

/** Prints lines that are commands already, made by toolscore and escaped there. */
export function printCommands(file) {
  const text = readFileSync(file, 'utf8').trimEnd();
  if (text !== '') print(text);
}

/** Sets the outputs of the step. A value may hold anything: no value contains the line that ends it. */
export function setOutputs(env, outputs) {
  if (!env.GITHUB_OUTPUT) return;
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const end = `end-${randomUUID()}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  appendFileSync(env.GITHUB_OUTPUT, blocks.join(''));
}

/** Adds Markdown to the summary of the job, as many whole lines as fit. */
export function addSummary(env, markdown) {
  if (!env.GITHUB_STEP_SUMMARY) return;
  const bytes = Buffer.from(markdown);
  const fits = bytes.length <= MAX_SUMMARY;
  const shown = fits ? markdown : bytes.subarray(0, bytes.lastIndexOf(10, MAX_SUMMARY)).toString();
  appendFileSync(
    env.GITHUB_STEP_SUMMARY,
    fits ? shown : `${shown}\n\nThe rest does not fit here; the report has all of it.\n`,
  );
}
