import type { PluginFault } from '../model.js';

/** Plugin failures of one run, each kept once however often it happened. */
export class Faults {
  readonly #byKey = new Map<string, PluginFault>();

  add(plugin: string, step: string, error: unknown, cost: string): PluginFault {
    const message = messageOf(error);
    const key = JSON.stringify([plugin, step, message]);
    const fault = this.#byKey.get(key) ?? { plugin, step, message, cost };
    this.#byKey.set(key, fault);
    return fault;
  }

  list(): readonly PluginFault[] {
    return [...this.#byKey.values()];
  }
}

/** What was thrown, in one line. Anything at all can be thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.slice(0, 300) || 'no message';
}
