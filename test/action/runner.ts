/** As much of the runner of GitHub as action.yml needs: inputs, conditions, steps in bash, outputs. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { scratch } from '../acceptance/cli.js';

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly branding: { readonly icon: string; readonly color: string };
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action = parse(readFileSync('action.yml', 'utf8')) as Action;

export interface Ended {
  readonly failed: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly log: string;
  /** Files that were uploaded to code scanning. */
  readonly uploaded: readonly string[];
}

/** Runs the action in a folder, with `inputs` as a workflow gives them, and `env` besides what a runner sets. */
export async function runAction(
  cwd: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const temporary = await scratch();
  const summaryFile = join(temporary, 'summary.md');
  await writeFile(summaryFile, '');
  const known: Record<string, string> = {};
  for (const [name, { default: value = '' }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = inputs[name] ?? value;
  const logs: string[] = [];
  const uploaded: string[] = [];
  let failed = false;
  for (const step of failed ? [] : action.runs.steps) {
    if (failed || (step.if !== undefined && !holds(step.if, known))) continue;
    if (step.uses !== undefined) {
      uploaded.push(filled(step.with?.['sarif_file'] ?? '', known));
      continue;
    }
    const outputFile = join(temporary, `output-${step.id ?? logs.length}`);
    await writeFile(outputFile, '');
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, known)]);
    const { code, log } = await bash(step.run ?? '', resolve(cwd, filled(step['working-directory'] ?? '.', known)), {
      PATH: process.env['PATH'] ?? '',
      HOME: temporary,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: resolve('.'),
      GITHUB_OUTPUT: outputFile,
      GITHUB_ENV: join(temporary, 'env'),
      GITHUB_STEP_SUMMARY: summaryFile,
      RUNNER_TEMP: temporary,
      ...env,
      ...Object.fromEntries(own),
    });
    logs.push(log);
    failed = code !== 0;
    for (const [name, value] of outputsIn(await readFile(outputFile, 'utf8')))
      known[`steps.${step.id}.outputs.${name}`] = value;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, known)]);
  return {
    failed,
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    summary: await readFile(summaryFile, 'utf8'),
    log: logs.join(''),
    uploaded,
  };
}

/** Text with its `${{ … }}` filled in; what is not known is empty, as for the runner. */
function filled(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => known[name] ?? '');
}

/** A condition of the form `a == 'b' && c != ''`. */
function holds(condition: string, known: Readonly<Record<string, string>>): boolean {
  return condition.split('&&').every((part) => {
    const [, name = '', sign, wanted] = /^\s*([\w.-]+) ([=!]=) '([^']*)'\s*$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`this runner does not know the condition ${condition}`);
    return ((known[name] ?? '') === wanted) === (sign === '==');
  });
}

function outputsIn(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]);
}

async function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly log: string }> {
  const file = join(await scratch(), 'step.sh');
  await writeFile(file, script);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, log: Buffer.concat(parts).toString() };
}
