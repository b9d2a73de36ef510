import { messageOf } from '../errors.js';
import type { PluginFault } from '../model.js';

/** Plugin failures of one run, each kept once however often it happened. */
export class Faults {
  readonly #byKey = new Map<string, PluginFault>();

  add(plugin: string, step: string, error: unknown, cost: string): void {
    this.keep({ plugin, step, message: messageOf(error), cost });
  }

  keep(fault: PluginFault): void {
    const key = JSON.stringify([fault.plugin, fault.step, fault.message]);
    if (!this.#byKey.has(key)) this.#byKey.set(key, fault);
  }

  list(): readonly PluginFault[] {
    return [...this.#byKey.values()];
  }
}
