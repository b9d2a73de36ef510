import { describe, expect, it } from 'vitest';
import { definePlugin, defineReporter } from '../../core/define.js';
import type { Session } from '../../core/session/port.js';
import { fakeServer, fakeSession, kernelOf, RUN } from './fake.js';

/** A server that answers only when `answer` is called. */
function slowServer() {
  let answer = (): void => {};
  const answered = new Promise<Session>((done) => (answer = () => done(fakeSession(() => ({ result: {} })))));
  const plugin = definePlugin({ name: 'slow', apply: ({ hooks }) => hooks.connect.tapPromise('slow', () => answered) });
  return { plugin, answer };
}

const named = (name: string, warmUp: () => void | Promise<void>) => definePlugin({ name, warmUp });

describe('warming up', () => {
  it('happens while the server starts, one plugin after the other, and stops when it answers', async () => {
    const { plugin, answer } = slowServer();
    const seen: string[] = [];
    const plugins = [
      plugin,
      named('one', () => void seen.push('one')),
      named('two', async () => {
        seen.push('two');
        answer();
      }),
      named('three', () => void seen.push('three')),
    ];
    await kernelOf(plugins).run(RUN);
    expect(seen).toEqual(['one', 'two']);
  });

  it('costs nothing but time when it fails', async () => {
    const { plugin, answer } = slowServer();
    const breaks = named('breaks', () => {
      throw new Error('boom');
    });
    const { report } = await kernelOf([plugin, breaks, named('last', answer)]).run(RUN);
    expect(report.faults).toEqual([
      { plugin: 'breaks', step: 'warmUp', message: 'boom', cost: 'The run is slower, and nothing else.' },
    ]);
  });

  it('loads a reporter only for a format that is wanted', async () => {
    const loaded: string[] = [];
    const reporter = (format: string) =>
      defineReporter({
        name: `report-${format}`,
        formats: [format],
        load: async () => void loaded.push(format),
        render: () => '',
      });
    const { plugin, answer } = slowServer();
    const run = kernelOf([plugin, reporter('a'), reporter('b'), named('last', answer)]);
    await run.run({ ...RUN, outputs: [{ format: 'b', path: '/dev/null' }] });
    expect(loaded).toEqual(['b']);
  });

  it('leaves a server that answers at once alone', async () => {
    const seen: string[] = [];
    const server = fakeServer(
      fakeSession(() => ({ result: {} })),
      [],
    );
    await kernelOf([server, named('late', () => void seen.push('late'))]).run(RUN);
    expect(seen).toEqual([]);
  });
});
