import type { Plugin } from '../define.js';
import { UsageError } from '../errors.js';

/**
 * Plugins in the order given, except that each stands behind those its `after` names. A name that is not present asks
 * for nothing, so that removing a plugin breaks no other.
 * @throws UsageError when plugins wait for each other in a ring
 */
export function orderPlugins(plugins: readonly Plugin[]): readonly Plugin[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const done = new Set<string>();
  const ordered: Plugin[] = [];
  const visit = (plugin: Plugin, path: readonly string[]): void => {
    if (done.has(plugin.name)) return;
    const ring = path.indexOf(plugin.name);
    if (ring >= 0) {
      const names = [...path.slice(ring), plugin.name].join(' after ');
      throw new UsageError(`Plugins wait for each other: ${names}. Remove one of these "after" entries.`);
    }
    for (const name of plugin.after ?? []) {
      const first = byName.get(name);
      if (first !== undefined) visit(first, [...path, plugin.name]);
    }
    done.add(plugin.name);
    ordered.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return ordered;
}
