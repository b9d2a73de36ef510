/** A server to be evaluated: everything it says holds a marker word, which must be in nothing that toolscore says. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { project } from '../load/folder.js';

export const MARKER = 'zyxmarker';

/** Ways to behave, by the first word after the program. */
export type How = 'fine' | 'fails' | 'hangs' | 'mute' | 'empty' | 'broken-pages';

/** `hangs`: writes the number of its process to the file that is the next word, and does not answer calls. */
const SERVER = `
  import { writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  const [how, file] = process.argv.slice(2);
  process.stderr.write('${MARKER}\\n');
  const tool = (name, readOnlyHint) => ({
    name,
    description: '${MARKER}',
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: '${MARKER}' } } },
    annotations: { readOnlyHint },
  });
  const lists = { empty: [], 'broken-pages': [{ name: '${MARKER} and a blank' }] };
  const answers = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: '${MARKER}', version: '1' } },
    'tools/list': { tools: lists[how] ?? [tool('read', true), tool('other')] },
    ping: {},
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined || how === 'mute') return;
    const send = (rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
    if (answers[method] !== undefined) send({ result: answers[method] });
    else if (method !== 'tools/call') send({ error: { code: -32601, message: '${MARKER}' } });
    else if (how === 'hangs') writeFileSync(file, String(process.pid));
    else if (how === 'fails') send({ error: { code: -32000, message: '${MARKER}' } });
    else send({ result: { content: [{ type: 'text', text: '${MARKER}' }] } });
  });
`;

/** Writes the server; the result is its command for each way to behave. */
export async function serverUnderTest(): Promise<(how: How, ...words: string[]) => string[]> {
  const folder = await project({ 'server.mjs': SERVER });
  return (how, ...words) => [process.execPath, join(folder, 'server.mjs'), how, ...words];
}

/** One case that calls `read` once. */
export const CALLS = {
  id: 'calls',
  probe: 'schema-guessability',
  access: 'read_only',
  tool: 'read',
  arguments: { text: MARKER },
};
export const PAGES = { id: 'pages', probe: 'pagination', access: 'read_only', max_pages: 5 };

export const manifestOf = (...probes: object[]): { version: 1; probes: object[] } => ({ version: 1, probes });

/** For what takes as long as it takes on a busy machine. */
export const PATIENTLY = { timeout: 20_000, interval: 20 };

/** A server that does not answer calls, and the number of its process once it was called. */
export async function hanging(): Promise<{ command: string[]; called: () => Promise<number> }> {
  const file = join(await project({}), 'pid');
  const called = async (): Promise<number> => {
    const pid = Number(await readFile(file, 'utf8'));
    if (pid > 0) return pid;
    throw new Error('it is being written');
  };
  return { command: (await serverUnderTest())('hangs', file), called: () => vi.waitFor(called, PATIENTLY) };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
