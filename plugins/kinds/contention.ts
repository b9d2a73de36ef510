/** Can two clients use one tool at the same moment? Spec: manifest 2.1. */

import {
  CaseFault,
  type CaseScope,
  type Completed,
  defineKind,
  fields,
  listTools,
  type Peer,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

/** How long the second client may take to be ready, in milliseconds. */
const READY_MS = 30_000;

export default defineKind({
  name: 'contention',
  summary: 'Two independent clients can use one tool at the same moment.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
  },
  draft: ({ callable }) =>
    callable
      .slice(0, 1)
      .map(({ tool: { name } }) => ({ id: `${name}-contention`, fields: { tool: name, arguments: {} } })),
  emits: { 'case.contention': observationSchemas['case.contention'] },
  rules: rules.filter(({ observes }) => observes === 'case.contention'),
  async run(scope) {
    const { main, fields: given } = scope;
    const other = await inTime(secondClient(scope, given.tool));
    const [first, second] = await both([main, other].map((peer) => peer.call(given.tool, given.arguments)));
    return { attempts: 2, facts: { first: endOf(first), second: endOf(second) } };
  },
});

/** @throws CaseFault when it cannot be opened, or does not list the tool */
async function secondClient({ open }: Pick<CaseScope, 'open'>, tool: string): Promise<Peer> {
  const peer = await open();
  const { tools, fault } = await listTools(peer);
  if (fault !== undefined || !tools.has(tool)) throw new CaseFault(fault ?? 'protocol');
  return peer;
}

/** @throws CaseFault when it is not ready in time; whatever comes of it later is dropped */
async function inTime(ready: Promise<Peer>): Promise<Peer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CaseFault('timeout')), READY_MS);
  });
  try {
    return await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for both calls, also when one of them fails early: the other is still under way then.
 * @throws CaseFault of the first that failed; a budget that is used up outranks the rest (P-13)
 */
async function both(calls: readonly Promise<Completed>[]): Promise<readonly Completed[]> {
  const ends = await Promise.allSettled(calls);
  const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const spent = failed.find((error) => error instanceof CaseFault && error.fault === 'budget');
  if (failed.length > 0) throw spent ?? failed[0];
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

function endOf(completed: Completed | undefined): 'success' | 'error' {
  return completed?.kind === 'success' ? 'success' : 'error';
}
