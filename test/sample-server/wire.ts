import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../fixtures/sample-server.mjs', import.meta.url));
const META = 'io.modelcontextprotocol/';

export type Era = 'initialize' | 'stateless';
export const ERAS: readonly Era[] = ['initialize', 'stateless'];

/** What a request of each era carries besides its own parameters. */
export const envelope = {
  initialize: {},
  stateless: { _meta: { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} } },
} as const;

export interface Frame {
  readonly id?: unknown;
  readonly result?: Record<string, any>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Starts the sample server and talks to it by hand, one line a message. */
export function startServer(...argv: string[]) {
  const child = spawn(process.execPath, [SERVER, ...argv], { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting: ((frame: Frame) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line) as Frame));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  let id = 0;

  const line = (text: string): Promise<Frame> =>
    new Promise((done) => {
      waiting.push(done);
      child.stdin.write(`${text}\n`);
    });
  const request = (era: Era, method: string, params: object = {}): Promise<Frame> =>
    line(JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params: { ...params, ...envelope[era] } }));
  const call = async (era: Era, name: string, args: object = {}): Promise<Record<string, any>> => {
    const { result } = await request(era, 'tools/call', { name, arguments: args });
    if (result === undefined) throw new Error(`${name} gave no result`);
    return result;
  };
  return {
    line,
    request,
    call,
    /** Sends a line that wants no answer. */
    send: (text: string) => child.stdin.write(`${text}\n`),
    /** Titles as the list shows them. */
    titles: async (era: Era, args: object = {}): Promise<string[]> =>
      (await call(era, 'list_notes', args)).structuredContent.notes.map((note: { title: string }) => note.title),
    /** Ends stdin; the server must leave by itself. */
    end: async () => {
      child.stdin.end();
      const code = await exited;
      return { code, stderr };
    },
  };
}
