/** A page of documentation as somebody follows it: its files written, its commands run, its output compared, in order. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Step {
  /** From 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** What the prose below it says its exit code is; 0 when it says nothing. */
  readonly code: number;
}

/** The fenced blocks of a page; those of list items lose their indent. */
export function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^( *)(`{3,})(\w+)\n([^]*?)^\1\2 *$/gm)];
  return blocks.map(({ 0: block, 1: indent = '', 3: language = '', 4: text = '', index }, at) => {
    const next = blocks.slice(at + 1).find(([, , , following]) => following === 'sh');
    const below = page.slice(index + block.length, next?.index);
    return {
      line: page.slice(0, index).split('\n').length,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      code: Number(/exit code (\d)/.exec(below)?.[1] ?? 0),
    };
  });
}

/** Its first line says which file a block is. */
const FILE = /^(?:# |\/\/ |<!-- )([\w./-]+\.(?:yaml|mjs|ts|md))(?: -->)?\n+/;

interface Ran {
  readonly code: number;
  readonly cwd: string;
  readonly output: string;
}

export interface Walked {
  readonly commands: readonly string[];
  readonly files: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * Follows a page, beginning in `folder`. Blocks in `sh` are one session: a `cd` lasts.
 * @throws Error with the line of the page, when a command fails or its output is not what the page says
 */
export async function walk(page: string, folder: string, env: Record<string, string>): Promise<Walked> {
  const [commands, files, outputs]: [string[], string[], string[]] = [[], [], []];
  let cwd = folder;
  for (const { line, language, text, code } of stepsOf(page)) {
    const file = FILE.exec(text)?.[1];
    if (language === 'sh') {
      const ran = await shell(text, cwd, env);
      if (ran.code !== code) throw new Error(`line ${line}: ended with ${ran.code}: ${text}${ran.output}`);
      cwd = ran.cwd;
      outputs.push(ran.output);
      commands.push(...text.trim().split('\n'));
    } else if (language === 'text') {
      const last = outputs.at(-1) ?? '';
      if (!last.includes(text)) throw new Error(`line ${line}: the page shows\n${text}\nand what came is\n${last}`);
    } else if (file !== undefined) {
      const path = join(cwd, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text.replace(FILE, ''));
      files.push(file);
    }
  }
  return { commands, files, outputs };
}

async function shell(script: string, cwd: string, env: Record<string, string>): Promise<Ran> {
  const kept = join(env['HOME'] ?? cwd, 'cwd');
  const ended = run('sh', ['-e', '-c', `trap 'pwd > "${kept}"' EXIT\n${script}`], { cwd, env });
  const { code, stdout, stderr } = await ended.then(
    (texts) => ({ ...texts, code: 0 }),
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
  );
  return { code, cwd: (await readFile(kept, 'utf8')).trim(), output: stdout + stderr };
}
