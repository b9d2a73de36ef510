import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe } from '../../core/define.js';
import { type EffectConfig, emptyEffectConfig } from '../../core/effects/config.js';
import { fakeServer, fakeSession, kernelOf, RUN } from './fake.js';

const declared: EffectConfig = { ...emptyEffectConfig, exclude: ['y'] };

function watched() {
  const session = fakeSession(() => ({ result: {} }));
  const looked: string[] = [];
  const effects: EffectConfig[] = [];
  const probe = (name: string, optIn?: true) =>
    defineProbe({
      name,
      subject: 'tool',
      effects: 'call',
      emits: {},
      ...(optIn && { optIn }),
      observe: (scope) => {
        looked.push(`${name} ${scope.subject.name}`);
        effects.push(scope.effects);
      },
    });
  const plugins = [fakeServer(session, [{ name: 'x' }]), probe('always'), probe('asked', true)];
  return { session, looked, effects, plugins };
}

describe('a probe that runs only when asked for', () => {
  it('stays quiet on an ordinary run, which the report says', async () => {
    const { looked, plugins } = watched();
    const { report } = await kernelOf(plugins).run(RUN);
    expect(looked).toEqual(['always x']);
    expect(report.probed).toBe(false);
  });

  it('runs when the run asks for probes', async () => {
    const { looked, plugins } = watched();
    const { report } = await kernelOf(plugins).run({ ...RUN, probes: true });
    expect(looked).toEqual(['always x', 'asked x']);
    expect(report.probed).toBe(true);
  });

  it('still needs its effects to be wanted', async () => {
    const { looked, plugins } = watched();
    await kernelOf(plugins).run({ ...RUN, probes: true, only: ['read'] });
    expect(looked).toEqual([]);
  });

  it('is as a plugin says, whoever declares it', async () => {
    const seen: number[] = [];
    const plugin = definePlugin({
      name: 'plain',
      optIn: true,
      effects: 'read',
      apply: ({ hooks }) => hooks.observe.for('tool').tap('plain', ({ subjects }) => void seen.push(subjects.length)),
    });
    const fake = fakeServer(
      fakeSession(() => ({ result: {} })),
      [{ name: 'x' }],
    );
    await kernelOf([fake, plugin]).run(RUN);
    await kernelOf([fake, plugin]).run({ ...RUN, probes: true });
    expect(seen).toEqual([0, 1]);
  });
});

describe('what the author declared about effects', () => {
  it('reaches every probe, and is empty when nothing was declared', async () => {
    const { effects, plugins } = watched();
    await kernelOf(plugins).run(RUN);
    await kernelOf(plugins).run({ ...RUN, effects: { config: declared } });
    expect(effects).toEqual([emptyEffectConfig, declared]);
  });

  it('is checked against the tools before any of them is called, together with the values', async () => {
    const { session, looked, plugins } = watched();
    const check = (tools: readonly { readonly name: string }[]) => [
      `exclude[0]: not among ${tools.map(({ name }) => name).join(', ')}`,
    ];
    const values = { for: () => new Map(), check: () => ['no tool declares "z"'] };
    await expect(kernelOf(plugins).run({ ...RUN, values, effects: { config: declared, check } })).rejects.toMatchObject(
      { problems: ['no tool declares "z"', 'exclude[0]: not among x'] },
    );
    expect(looked).toEqual([]);
    expect(session.sent.filter(({ method }) => method === 'tools/call')).toEqual([]);
  });
});
