import type { ProbeScope } from '../../core/index.js';

/** What is observed is about the server. */
export function about({ catalog }: Pick<ProbeScope, 'catalog'>): {
  readonly subject: { readonly kind: 'server'; readonly name: string };
} {
  return { subject: { kind: 'server', name: catalog.server.name } };
}

/** What every observation here begins with. */
export function head<C extends string>(check: C): { check: C; tool: string; id: string; markers: string[] } {
  return { check, tool: '', id: '', markers: [] };
}
