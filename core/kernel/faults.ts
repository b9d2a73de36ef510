import { messageOf } from '../errors.js';
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
