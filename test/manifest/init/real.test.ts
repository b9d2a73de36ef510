import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftManifest } from '../../../core/api/draft-manifest.js';
import { runManifest } from '../../../core/api/run-manifest.js';
import { KIND_NAMES } from '../format/examples.js';

const SERVERS = 'node_modules/@modelcontextprotocol';
const folder = await mkdtemp(join(tmpdir(), 'init-'));
const server = (name: string, ...args: string[]) =>
  ({ kind: 'stdio', command: [process.execPath, resolve(SERVERS, name, 'dist/index.js'), ...args] }) as const;

/** Kinds whose cases only a person can write. */
const NEVER = [
  'error-honesty',
  'state-recovery',
  'instruction-fidelity',
  'cancellation',
  'sampling',
  'elicitation',
  'resource-subscription',
  'completion',
  'workflow',
];

describe.each([
  ['memory', { target: server('server-memory') }, 9, 1],
  ['filesystem', { target: server('server-filesystem', folder) }, 14, 1],
  // One of its tools takes ten seconds each time.
  [
    'everything',
    { target: server('server-everything', 'stdio'), tools: ['get-resource-reference', 'get-tiny-image'] },
    13,
    2,
  ],
] as const)('the manifest drafted for server-%s', (_name, request, tools, callable) => {
  it('is valid, and passes on the same server', async () => {
    const drafted = await draftManifest({ ...request, schema: './schema.json' });
    expect(drafted).toMatchObject({ failure: undefined, called: callable });
    expect(drafted.decisions).toHaveLength(tools);
    expect(drafted.callable).toHaveLength(callable);
    const manifest = drafted.draft?.manifest;
    const kinds = manifest?.cases.map(({ probe }) => probe) ?? [];
    expect(kinds.length).toBeGreaterThanOrEqual(8);
    expect(NEVER.filter((kind) => kinds.includes(kind))).toEqual([]);
    expect(kinds.toSorted((a, b) => KIND_NAMES.indexOf(a) - KIND_NAMES.indexOf(b))).toEqual(kinds);
    const { document, faults } = await runManifest({ target: request.target, server: 'local', manifest });
    expect(faults).toEqual([]);
    expect(document.cases.filter(({ passed }) => !passed)).toEqual([]);
    expect(document.gate).toEqual({ passed: kinds.length, total: kinds.length });
  }, 60_000);
});
