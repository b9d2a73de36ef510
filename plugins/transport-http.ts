import { definePlugin, openHttp, type Plugin } from '../core/index.js';

/** Connects to servers that are reached over Streamable HTTP. What it needs for that loads with the first such server. */
const transport = (strict: boolean): Plugin =>
  definePlugin({
    name: 'transport-http',
    summary: 'Reaches a server at an address, over Streamable HTTP.',
    apply({ hooks }) {
      hooks.connect.tapPromise('transport-http', async ({ target, early, ...options }) => {
        if (target.kind !== 'http') return undefined;
        return early ?? openHttp(target, { ...options, strict });
      });
    },
  });

export default transport(false);

/** For manifest runs, which hold a server to the letter of the transport. */
export const transportHttpStrict = transport(true);
