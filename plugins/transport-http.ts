import { definePlugin, openHttp } from '../core/index.js';

/** Connects to servers that are reached over Streamable HTTP. What it needs for that loads with the first such server. */
export default definePlugin({
  name: 'transport-http',
  summary: 'Reaches a server at an address, over Streamable HTTP.',
  apply({ hooks }) {
    hooks.connect.tapPromise('transport-http', async ({ target, early, ...options }) => {
      if (target.kind !== 'http') return undefined;
      return early ?? openHttp(target, options);
    });
  },
});
