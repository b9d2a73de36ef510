/** Clients of the SDK that are connected to toolscore. */

import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { manifestRules } from '../../core/api/manifest-rules.js';
import { shippedConfig } from '../../core/api/run-manifest.js';
import { loadShipped } from '../../core/api/shipped.js';
import type { Offer } from '../../core/serve/offer.js';
import { Running } from '../../core/serve/running.js';
import { createServer } from '../../core/serve/server.js';
import { project } from '../load/folder.js';

export interface Told {
  /** What the operator was told. */
  readonly lines: string[];
}

/** What ships, with a home of its own. */
export async function anOffer(given: Partial<Offer> = {}): Promise<Offer & Told> {
  const shipped = await loadShipped();
  const setting = { shipped, config: await shippedConfig(shipped), outside: [] };
  const lines: string[] = [];
  return {
    version: '0.0.0',
    allowSpawn: true,
    home: given.home ?? join(await project({}), 'home'),
    kinds: kindsAmong((await shipped.manifest()).plugins),
    rules: await manifestRules({ ...setting, version: '0.0.0' }),
    setting,
    say: (line) => lines.push(line),
    lines,
    ...given,
  };
}

/** A client in this process. `running` may be shared between several. */
export async function connected(offer: Offer, running = new Running()): Promise<Client> {
  const server = createServer(offer, running);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return client;
}

export interface Called {
  readonly text: string;
  readonly failed: boolean;
  readonly structured: Record<string, any> | undefined;
}

/** Calls a tool. The client checks structured content against the schema that the tool declares. */
export async function call(client: Client, name: string, args: object = {}, signal?: AbortSignal): Promise<Called> {
  await client.listTools();
  const options = { timeout: 60_000, ...(signal !== undefined && { signal }) };
  const result = await client.callTool({ name, arguments: { ...args } }, undefined, options);
  const { content, isError = false, structuredContent } = result as CallToolResult;
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
  return { text, failed: isError, structured: structuredContent };
}
