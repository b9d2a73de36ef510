/** The probe over a scripted server: what it asks, and what it writes down. */

import type { ObservationKind, ProbeScope, Tool } from '../../core/index.js';
import type { JsonObject } from '../../core/json.js';
import type { CallRecord } from '../../core/model.js';
import scenarios from '../../plugins/scenarios.js';

export interface Written {
  readonly state: 'observed' | 'inconclusive' | 'skipped' | 'incomplete';
  readonly kind: ObservationKind;
  readonly reason?: string;
  readonly data?: JsonObject;
}

export interface Looked {
  readonly sent: readonly JsonObject[];
  readonly written: readonly Written[];
}

type Answer = Partial<CallRecord>;
interface Around {
  readonly answer?: (params: JsonObject, call: number) => Answer;
  readonly options?: { readonly cases: number; readonly edgeCases: boolean };
  readonly refused?: string;
  readonly allowWrites?: boolean;
  readonly values?: ReadonlyMap<string, unknown>;
}

/** Lets the probe look at one tool. */
export async function look(
  tool: Tool,
  { answer, options, refused, values, allowWrites }: Around = {},
): Promise<Looked> {
  const sent: JsonObject[] = [];
  const written: Written[] = [];
  const write =
    (state: Written['state']) =>
    (kind: ObservationKind, reason: string, data?: object): void =>
      void written.push({ state, kind, reason, ...(data !== undefined && { data: data as JsonObject }) });
  const scope = {
    subject: { kind: 'tool', name: tool.name, tool, readOnly: true },
    catalog: { tools: [tool] },
    permissions: { readOnly: false, allowWrites: allowWrites === true, mayWrite: [] },
    options: options ?? { cases: 3, edgeCases: true },
    values: () => values ?? new Map<string, unknown>(),
    mayCall: () => (refused === undefined ? { allowed: true } : { allowed: false, reason: refused }),
    call: async (method: string, params: JsonObject): Promise<CallRecord> => {
      sent.push(params);
      const given = answer?.(params, sent.length) ?? {};
      return {
        id: sent.length,
        method,
        params,
        plugin: 'scenarios',
        session: 1,
        ok: true,
        outcome: 'result',
        ms: 5,
        result: { content: [] },
        ...given,
      };
    },
    emit: (kind: ObservationKind, data: object) =>
      void written.push({ state: 'observed', kind, data: data as JsonObject }),
    inconclusive: write('inconclusive'),
    skipped: write('skipped'),
    incomplete: write('incomplete'),
  } as unknown as ProbeScope<'tool'>;
  const each = async (lookAt: (scope: ProbeScope<'tool'>) => unknown): Promise<void> => void (await lookAt(scope));
  await tapped()({ each });
  return { sent, written };
}

/** What the probe taps `observe` with. */
function tapped(): (subjects: object) => Promise<void> {
  let tap: ((subjects: object) => Promise<void>) | undefined;
  const hooks = { observe: { for: () => ({ tapPromise: (_: string, listener: typeof tap) => (tap = listener) }) } };
  scenarios.apply?.({ hooks, options: {} } as never);
  if (tap === undefined) throw new Error('the probe taps nothing');
  return tap;
}
