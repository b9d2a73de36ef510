/** A registry of npm packages on this machine: gives the packages it was made with, and takes what is published. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Tarball {
  readonly file: string;
  readonly manifest: { readonly name: string; readonly version: string };
}

export interface Registry {
  readonly url: string;
  /** What was published, as npm sent it. */
  readonly published: Record<string, unknown>[];
  close(): void;
}

export async function startRegistry(packages: readonly Tarball[]): Promise<Registry> {
  const byName = new Map(packages.map((one) => [one.manifest.name, one]));
  const published: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const [, name = '', tarball] = /^\/([^/]+)(\/-\/.+)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const known = byName.get(name);
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      if (request.method === 'PUT') {
        published.push(JSON.parse(await bodyOf(request)) as Record<string, unknown>);
        send(201, { ok: true });
      } else if (known === undefined) send(404, { error: 'not found' });
      else if (tarball === undefined) send(200, await packument(known, `http://${request.headers.host}`));
      else send(200, await readFile(known.file));
    };
    answer().catch((error: unknown) => send(500, { error: String(error) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    published,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function packument({ file, manifest }: Tarball, origin: string): Promise<object> {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`;
  const dist = { tarball: `${origin}/${name}/-/${name}-${version}.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
