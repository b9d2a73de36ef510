/** Looks at the server as a whole once its tools have been tried: standard output, its lists, unknown tools. Field rules 10 and 19. */

import { definePlugin, type ObserveScope } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

const NAME = 'surface';
const KINDS: readonly string[] = ['server.stdout', 'server.unknown-tool', 'server.surface', 'server.listing'];

/** The server, looked at after its tools: what it wrote to standard output is known by then. */
export interface SurfaceSubject {
  readonly kind: 'surface';
  readonly name: string;
}

declare module '../../core/index.js' {
  interface SubjectMap {
    surface: SurfaceSubject;
  }
}

export default definePlugin({
  name: NAME,
  summary: 'Looks at standard output, at the lists of the server, and at how it refuses an unknown tool.',
  effects: 'call',
  optIn: true,
  emits: {
    'server.stdout': observationSchemas['server.stdout'],
    'server.unknown-tool': observationSchemas['server.unknown-tool'],
    'server.surface': observationSchemas['server.surface'],
    'server.listing': observationSchemas['server.listing'],
  },
  rules: builtInRules.effects.filter(({ observes }) => KINDS.includes(observes)),
  apply({ hooks }) {
    // Subjects that are added come behind the tools.
    hooks.discovery.tap(NAME, (draft) => draft.addSubject({ kind: NAME, name: '<server>' }));
    hooks.observe.for(NAME).tapPromise(NAME, ({ each }: ObserveScope<typeof NAME>) =>
      each(async (scope) => {
        const { look } = await import('./look.js');
        await look(scope);
      }),
    );
  },
});
