import type { Ear } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import type { Session } from '../session/port.js';

const MAX_HEARD = 1000;
/** How often a wait looks whether the session is over; news themselves end it at once. */
const LOOK_MS = 100;

/** Hears the notifications of one method on a session, from now on. */
export function listen(session: Session, method: string, signal: AbortSignal): Ear {
  const heard: JsonObject[] = [];
  let news: (() => void) | undefined;
  const stop = session.tap((event) => {
    if (event.kind !== 'frame' || event.dir !== 'in' || !isObject(event.json)) return;
    const { id, method: called, params } = event.json;
    if (id !== undefined || called !== method || heard.length >= MAX_HEARD) return;
    heard.push(isObject(params) ? params : {});
    news?.();
  });
  return {
    stop,
    async wait(matches, ms) {
      const until = performance.now() + ms;
      for (;;) {
        if (heard.some(matches)) return true;
        const left = until - performance.now();
        if (left <= 0 || session.closed || signal.aborted) return false;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(left, LOOK_MS));
          news = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        news = undefined;
      }
    },
  };
}
