/** The readiness battery: the same look at every server, at its whole catalog, without changing anything. Spec: manifest 4.9. */

import { CaseFault, defineProbe, FAULT_LABELS } from '../../core/index.js';
import { rules } from '../../rules/readiness.gen.js';
import { observationSchemas } from '../../schemas/readiness.gen.js';
import { Battery, type BatteryOptions } from './battery.js';
import { Connection } from './connection.js';

export default defineProbe({
  name: 'readiness',
  summary: 'Measures how ready a server is for a model, by a fixed standard.',
  subject: 'readiness',
  effects: 'call',
  emits: observationSchemas,
  rules,
  options: { skipTools: [] } as BatteryOptions,
  async observe(scope) {
    const { catalog } = scope.subject.run;
    const connection = new Connection(scope.sessions);
    try {
      if (catalog.fault !== undefined) throw new CaseFault(catalog.fault);
      // The server is free for the battery's own connection before that is opened.
      await scope.sessions.main.close();
      await new Battery(scope, connection).run();
    } catch (error) {
      if (!(error instanceof CaseFault)) throw error;
      scope.incomplete('readiness.surface', FAULT_LABELS[error.fault]);
    } finally {
      await connection.close();
    }
  },
});
