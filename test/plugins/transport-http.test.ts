import { describe, expect, it } from 'vitest';
import { definePlugin } from '../../core/define.js';
import transportHttp from '../../plugins/transport-http.js';
import { kernelOf, RUN } from '../kernel/fake.js';
import { connect, plain } from '../session/http/server.js';

const lister = definePlugin({
  name: 'lister',
  effects: 'read',
  apply({ hooks }) {
    hooks.discovery.tapPromise('lister', async (draft, { call }) => {
      const { result } = await call('tools/list');
      for (const tool of (result as { tools: unknown[] }).tools) draft.addTool(tool);
    });
  },
});

describe.each([{}, { strict: true } as const])('transport-http in a run with %o', (strict) => {
  const transport = transportHttp;
  it('connects a run to a server at an address, and ends the session with the run', async () => {
    const server = await plain({ session: 's' });
    const target = { kind: 'http', url: server.url } as const;
    const { report } = await kernelOf([transport, lister]).run({ ...RUN, ...strict, target });
    expect(report.server).toMatchObject({ name: 'plain', protocolVersion: '2025-11-25', era: 'initialize' });
    expect(report.tools.map(({ name }) => name)).toEqual(['poke']);
    expect(server.of('DELETE')).toHaveLength(1);
  });

  it('takes the session that is already on its way', async () => {
    const early = connect(await plain({ era: 'stateless' }));
    const target = { kind: 'http', url: 'http://127.0.0.1:1/' } as const;
    const { report } = await kernelOf([transport, lister]).run({ ...RUN, ...strict, target, early });
    expect(report.server.era).toBe('stateless');
    expect((await early).closed).toBe(true);
  });

  it('fails the run with one line when nobody is there, and leaves programs to others', async () => {
    const run = (target: Parameters<ReturnType<typeof kernelOf>['run']>[0]['target']) =>
      kernelOf([transport]).run({ ...RUN, ...strict, target });
    await expect(run({ kind: 'http', url: 'http://127.0.0.1:1/' })).rejects.toThrow(
      /^No session with 127\.0\.0\.1:1: /,
    );
    await expect(run({ kind: 'stdio', command: ['no-such-program-here'] })).rejects.toThrow(/kind stdio/);
  });
});

it('only a strict run minds how a notification is accepted', async () => {
  const server = await plain({
    on: ({ message, res }) => message.method === 'notifications/initialized' && (res.writeHead(200).end(), true),
  });
  const target = { kind: 'http', url: server.url } as const;
  expect((await kernelOf([transportHttp, lister]).run({ ...RUN, target })).report.tools).toHaveLength(1);
  await expect(kernelOf([transportHttp, lister]).run({ ...RUN, strict: true, target })).rejects.toThrow(
    /instead of 202 Accepted/,
  );
});
