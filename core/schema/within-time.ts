/** Work that must end although nobody can say how long it takes. */

import { createContext, Script } from 'node:vm';

/** What is run is our own function, outside of the context: only the clock of the platform's sandbox is wanted. */
const script = new Script('work()');

/**
 * Does some synchronous work, which is stopped from outside when it takes longer than so many milliseconds. What it was
 * changing by then is not to be used any more.
 * @throws whatever the work throws; an error with the code ERR_SCRIPT_EXECUTION_TIMEOUT when it is stopped
 */
export function withinTime<T>(ms: number, work: () => T): T {
  return script.runInContext(createContext({ work }), { timeout: ms }) as T;
}
