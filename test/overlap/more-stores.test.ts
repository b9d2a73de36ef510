import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import overlap from '../../plugins/overlap/index.js';
import { json, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';

const rows = ({ findings }: Awaited<ReturnType<typeof probeField>>): readonly unknown[] =>
  findings.map(({ rule, subject, confidence }) => [rule, subject, confidence]);

interface Request {
  readonly id: string;
  readonly wish: string;
}

/** Its name says nothing of what it does. */
const planning = (tool: Partial<SlowTool> = {}): SlowTool[] => {
  let requests: Request[] = [];
  return [
    {
      name: 'request_planning',
      description: 'Register a new request and plan its tasks.',
      takes: { wish: TEXT },
      run: async ({ wish }) => {
        const copy = requests;
        await turn();
        requests = [...copy, { id: `req-${copy.length + 1}`, wish }];
        return json({ id: `req-${copy.length + 1}` });
      },
      ...tool,
    },
    { name: 'list_requests', run: () => json(requests) },
  ];
};

const writeFile = (files: Map<string, string>, tool: Partial<SlowTool> = {}): SlowTool[] => [
  {
    name: 'write_file',
    takes: { path: TEXT, content: TEXT },
    annotations: { readOnlyHint: false, destructiveHint: true },
    run: async ({ path, content }) => {
      const copy = [...files];
      await turn();
      files.clear();
      for (const [one, kept] of [...copy, [path, content]]) files.set(one, kept);
      return text('Written.');
    },
    ...tool,
  },
  {
    name: 'read_file',
    takes: { path: TEXT },
    run: ({ path }) => (files.has(path) ? text(files.get(path) ?? '') : refusal('no such file')),
  },
];

describe('what is no write tool by its name and annotations', () => {
  it('is sent records at once when its description begins with storing', async () => {
    expect(rows(await probeField(planning(), [overlap]))).toEqual([['probe-lost-update', 'request_planning', 'high']]);
  });

  it('is sent records at once when it may replace what has the same key', async () => {
    expect(rows(await probeField(writeFile(new Map()), [overlap]))).toEqual([
      ['probe-lost-update', 'write_file', 'high'],
    ]);
  });

  it.each([
    ['whose description says something else', planning({ description: 'Plans the tasks of a request.' })],
    ['that sends, starts or runs something', planning({ name: 'send_planning' })],
    ['that may replace what is there and asks for no key', writeFile(new Map(), { takes: { content: TEXT } })],
    [
      'that may replace one of a few given things',
      writeFile(new Map(), { takes: { path: { ...TEXT, enum: ['a', 'b'] }, content: TEXT } }),
    ],
  ])('is not called when it is one %s', async (_what, tools) => {
    const { calls, report } = await probeField(tools, [overlap]);
    expect(calls).toEqual([]);
    expect(report.observations.filter(({ kind }) => kind === 'tool.overlap')).toEqual([]);
  });

  it('is not called when the config excludes it, or without permission', async () => {
    const excluded = await probeField(planning(), [overlap], { effects: { exclude: ['request_planning'] } });
    const forbidden = await probeField(planning(), [overlap], { allowWrites: false });
    for (const { calls } of [excluded, forbidden]) expect(calls).toEqual([]);
  });
});
