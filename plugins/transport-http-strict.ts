import { definePlugin, openHttp } from '../core/index.js';

/** Connects like `transport-http`, for manifest runs: there a notification must be accepted as the protocol says, with 202. */
export default definePlugin({
  name: 'transport-http-strict',
  summary: 'Reaches a server at an address, and holds it to the letter of Streamable HTTP.',
  apply({ hooks }) {
    hooks.connect.tapPromise('transport-http-strict', async ({ target, early, ...options }) => {
      if (target.kind !== 'http') return undefined;
      return early ?? openHttp(target, { ...options, strict: true });
    });
  },
});
