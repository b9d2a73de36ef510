import type { HttpTarget } from '../model.js';
import type { HttpOptions } from './http/open.js';
import type { Session } from './port.js';

export type { HttpOptions } from './http/open.js';

/** \`openHttp\` of http/open.ts. Loads what it needs with the first call: most servers are started, and need none of it. */
export async function openHttp(target: HttpTarget, options: HttpOptions): Promise<Session> {
  const { openHttp: open } = await import('./http/open.js');
  return open(target, options);
}
