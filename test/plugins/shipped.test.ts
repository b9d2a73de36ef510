import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { flags } from '../../plugins/flags.js';
import { shipped } from '../../plugins/index.js';
import { manifestPlugins } from '../../plugins/manifest.js';

describe('the plugins that ship', () => {
  it('warm up without a fault', async () => {
    const formats = shipped.plugins.flatMap((plugin) => plugin.formats ?? []);
    for (const plugin of shipped.plugins) await plugin.warmUp?.({ formats, probes: true });
    expect(formats).toContain('console');
  });

  it('know the formats and options that the command line offers before they are loaded', () => {
    const formats = new Set(shipped.plugins.flatMap((plugin) => plugin.formats ?? []));
    expect(flags.reportFormats.filter((format) => !formats.has(format))).toEqual([]);
    for (const { plugin, option } of flags.pluginFlags) {
      const named = shipped.plugins.find(({ name }) => name === plugin);
      expect(Object.keys(named?.options ?? {})).toContain(option);
    }
  });

  it('are each in a list, under the name of their file', async () => {
    const entries = await readdir('plugins', { withFileTypes: true });
    const files = entries.flatMap((entry) => (entry.isFile() ? [entry.name.replace(/\.ts$/, '')] : []));
    const single = files.filter((name) => !['index', 'flags', 'manifest', 'views'].includes(name));
    const lists = [shipped.plugins, manifestPlugins].map((plugins) => plugins.map(({ name }) => name));
    expect(single.filter((name) => !lists.flat().includes(name))).toEqual([]);
    for (const names of lists) expect(new Set(names).size).toBe(names.length);
  });

  it('are one and the same where both families have one of a name', () => {
    const ordinary = new Map(shipped.plugins.map((plugin) => [plugin.name, plugin]));
    for (const plugin of manifestPlugins) expect(ordinary.get(plugin.name) ?? plugin).toBe(plugin);
  });
});
