/** The lines of a small recorded run, to be changed by tests. */

import type { JsonObject } from '../../core/index.js';

const wire = { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] };

export type Lines = JsonObject[];

/** A fresh copy of a run with one tool, one call and one observation. */
export function smallRun(): Lines {
  return structuredClone([
    {
      type: 'run',
      format: 'toolscore.run/v1',
      toolscore: '0.1.0',
      command: 'test',
      recorded: '2026-01-01T00:00:00.000Z',
      seed: '0123456789abcdef',
      target: { kind: 'stdio', command: ['node', 'server.js'], env: [] },
      permissions: { readOnly: false, allowWrites: false, mayWrite: ['scenarios'] },
    },
    { type: 'session', number: 1, era: 'initialize', version: '2025-11-25', serverInfo: { name: 'small' } },
    {
      type: 'call',
      id: 1,
      plugin: 'scenarios',
      subject: { kind: 'tool', name: 'ping', index: 0 },
      session: 1,
      method: 'tools/call',
      params: { name: 'ping', arguments: {} },
      outcome: 'result',
      ms: 1.5,
      result: { content: [{ type: 'text', text: 'pong' }] },
    },
    {
      type: 'server',
      server: {
        name: 'small',
        version: '1',
        protocolVersion: '2025-11-25',
        era: 'initialize',
        instructions: '',
        capabilities: {},
      },
    },
    {
      type: 'tool',
      tool: { index: 0, name: 'ping', description: 'Answers.', inputSchema: { type: 'object' }, annotations: {} },
    },
    {
      type: 'observation',
      number: 0,
      kind: 'tool.happy-case',
      subject: { kind: 'tool', name: 'ping', index: 0 },
      state: 'observed',
      data: {
        tool: 'ping',
        number: 1,
        description: 'valid arguments',
        arguments: {},
        outcome: 'result',
        durationMs: 1.5,
        detail: 'pong',
      },
      evidence: [1],
      probe: 'scenarios',
    },
    { type: 'end', subjects: { server: 1, tool: 1 }, kinds: ['tool.happy-case'], probed: false, wire, dropped: 0 },
  ]);
}

export const asText = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
