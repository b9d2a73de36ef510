/** Makes Node itself resolve `toolscore` to the running copy, in code from outside that it runs without jiti's help. */

import * as nodeModule from 'node:module';

interface ResolveResult {
  readonly url: string;
  readonly format?: string;
  readonly shortCircuit?: boolean;
}
type Resolve = (
  specifier: string,
  context: object,
  next: (specifier: string, context: object) => ResolveResult,
) => ResolveResult;

/** In Node from 22.15; unlike `register`, it needs no thread and covers `require`. */
const { registerHooks } = nodeModule as { registerHooks?: (hooks: { resolve: Resolve }) => void };

export const hooksCoverRequire = registerHooks !== undefined;

/** The same for older Nodes, which run hooks in a thread of their own and take them as a module. */
const HOOK_MODULE = `
let own = {};
export function initialize(data) { own = data; }
export function resolve(specifier, context, next) {
  if (!Object.hasOwn(own, specifier)) return next(specifier, context);
  return { url: own[specifier], format: 'module', shortCircuit: true };
}`;

let hooked = false;

/** Once for the process: there is only one running copy. */
export function hookOwnModules(own: Readonly<Record<string, string>>): void {
  if (hooked) return;
  hooked = true;
  if (registerHooks === undefined) {
    nodeModule.register(`data:text/javascript,${encodeURIComponent(HOOK_MODULE)}`, import.meta.url, { data: own });
    return;
  }
  registerHooks({
    resolve(specifier, context, next) {
      const url = Object.hasOwn(own, specifier) ? own[specifier] : undefined;
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
