/** Listens to every answer of a run that probes, so that what follows from answers costs no call. */

import { definePlugin } from '../../core/index.js';
import type { Ear } from './heard.js';

export default definePlugin({
  name: 'hearing',
  summary: 'Keeps facts about every answer of a run that probes, for the probes that come last.',
  effects: 'read',
  optIn: true,
  apply({ hooks }) {
    let ear: Ear | undefined;
    // Before anything is called: a run that does not probe has no subjects here, and pays nothing.
    hooks.observe.for('tool').tapPromise('hearing', async ({ subjects }) => {
      if (subjects.length > 0) ear = await (await import('./heard.js')).listenTo(subjects.map(({ tool }) => tool));
    });
    hooks.called.tap('hearing', (record) => ear?.hear(record));
  },
});
