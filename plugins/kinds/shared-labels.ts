/** The labels that every kind shares: how a decisive call ended, and what kept a case from being completed. */

import { definePlugin } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';

const SHARED = new Set(['case.outcome', 'case.connection']);

export default definePlugin({
  name: 'shared-labels',
  summary: 'Brings the labels that all kinds of manifest probes share.',
  rules: rules.filter(({ observes }) => SHARED.has(observes)),
});
