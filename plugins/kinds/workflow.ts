/** Does a sequence of calls keep its word in every round, on one session? Spec: manifest 2.20. */

import {
  assertsResult,
  CaseFault,
  type CaseScope,
  defineKind,
  expectationFacts,
  fields,
  isMet,
  isWriter,
  listTools,
  type OutcomeFacts,
  type Peer,
  type RunCatalog,
  type Step,
} from '../../core/index.js';

export default defineKind({
  name: 'workflow',
  summary: 'A sequence of calls ends as declared, call by call, however often it is repeated.',
  access: 'read-only',
  sandbox: 'no',
  fields: {
    repetitions: fields.integer(1, 20),
    steps: fields.steps(2, 32),
  },
  tools: ({ steps }) => [...new Set(steps.map(({ tool }) => tool))],
  hasOracle: ({ steps }) => steps.some(({ expect }) => expect.outcome === 'error' || assertsResult(expect)),
  refuse({ steps }, catalog) {
    const at = writerAt(steps, catalog);
    return at === undefined
      ? undefined
      : `the server says of the tool of step ${at + 1} that it writes. A workflow only reads, so none of it is run; leave that step out, or correct the tool's annotations`;
  },
  async run(scope) {
    const { repetitions, steps } = scope.fields;
    const peer = await freshSession(scope);
    const calls = Array.from({ length: repetitions }, () => steps).flat();
    let attempts = 0;
    let outcome: OutcomeFacts | undefined;
    for (const { tool, arguments: args, expect } of calls) {
      outcome = expectationFacts(await peer.call(tool, args), expect);
      attempts += 1;
      if (!isMet(outcome)) break;
    }
    return { attempts, steps: steps.length, ...(outcome !== undefined && { outcome }) };
  },
});

/**
 * A session of its own, whose tools are looked at again: another process may list others.
 * @throws CaseFault when it cannot be opened, or shows other tools than the ones the run was laid out for (W-6)
 */
async function freshSession({
  open,
  fields: { steps },
}: Pick<CaseScope<{ readonly steps: readonly Step[] }>, 'open' | 'fields'>): Promise<Peer> {
  const peer = await open();
  const catalog = await listTools(peer);
  if (catalog.fault !== undefined) throw new CaseFault(catalog.fault);
  if (steps.some(({ tool }) => !catalog.tools.has(tool)) || writerAt(steps, catalog) !== undefined)
    throw new CaseFault('protocol');
  return peer;
}

/** Place of the first step whose tool says of itself that it writes, from 0. */
function writerAt(steps: readonly Step[], { tools }: RunCatalog): number | undefined {
  const at = steps.findIndex(({ tool }) => {
    const listed = tools.get(tool);
    return listed !== undefined && isWriter(listed);
  });
  return at < 0 ? undefined : at;
}
