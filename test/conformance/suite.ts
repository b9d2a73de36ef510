/** Runs the public conformance suite of the protocol, `@modelcontextprotocol/conformance`, as its users do. */

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Side = 'client' | 'server';

/** Something that a scenario looked at. A warning is something that should be, and is not. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

const require = createRequire(import.meta.url);
const PROGRAM = require.resolve('@modelcontextprotocol/conformance/dist/index.js');
const ON_OLDER_NODE = fileURLToPath(new URL('glob-of-fs.mjs', import.meta.url));
/** Of a folder with results. */
const TIME = /-\d{4}-\d\d-\d\dT[\d-]+Z$/;

type Listed = ReadonlyMap<string, readonly string[]>;

/** Every scenario of both sides, with the revisions to look at it in; `extension` for what is part of none. */
export async function scenarios(): Promise<Readonly<Record<Side, Listed>>> {
  const printed = await run(['list']);
  const under = (heading: string): Listed => {
    const [, section = ''] = printed.split(`${heading} scenarios (`);
    const lines = (section.split('\n\n', 1)[0] ?? '').matchAll(/^ {2}- (\S+) \[([^\]]+)\]$/gm);
    return new Map([...lines].map(([, name = '', revisions = '']) => [name, lookedAt(revisions.split(','))]));
  };
  return { client: under('\nClient'), server: under('Server') };
}

/** The newest revision with a handshake stands for the older ones. */
function lookedAt(revisions: readonly string[]): readonly string[] {
  const newest = '2025-11-25';
  return revisions.filter((revision) => revision >= newest || !revisions.includes(newest));
}

/**
 * Runs all scenarios of one side that are about a revision, in that one; or else all there are, each in the newest
 * revision with a handshake if it can be, extensions among them. Returns what each of them looked at.
 */
export async function runAll(
  side: Side,
  revision: string | undefined,
  args: readonly string[],
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const which = revision === undefined ? [] : ['--spec-version', revision];
    // Ends with a code of its own for what it found; that is in the files.
    await run([side, '--suite', 'all', ...which, '--output-dir', folder, ...args]);
    return await readResults(folder, side === 'server' ? 'server-' : '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readResults(folder: string, prefix: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const found = new Map<string, readonly Check[]>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('checks.json')) continue;
    const name = dirname(file).replaceAll('\\', '/').replace(TIME, '').slice(prefix.length);
    found.set(name, JSON.parse(await readFile(join(folder, file), 'utf8')) as readonly Check[]);
  }
  return found;
}

/** Resolves to what the suite prints. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const suite = spawn(process.execPath, ['--import', ON_OLDER_NODE, PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    suite.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    suite.once('error', reject);
    suite.once('close', () => resolve(printed));
  });
}
