import { definePlugin, openStdio } from '../core/index.js';

/** Connects to servers that are started as a program and speak over their standard input and output. */
export default definePlugin({
  name: 'transport-stdio',
  summary: 'Starts a server as a program and talks to it over its standard input and output.',
  apply({ hooks }) {
    hooks.connect.tapPromise('transport-stdio', async ({ target, early, ...options }) => {
      if (target.kind !== 'stdio') return undefined;
      return early ?? openStdio(target, options);
    });
  },
});
