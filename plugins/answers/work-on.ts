/** A server that answers wrong arguments and then nothing more: suspected from what was heard, shown in a session of its own. */

import {
  answerOf,
  type CallRecord,
  type Catalog,
  livenessMethod,
  type OpenSession,
  pause,
  type ProbeScope,
} from '../../core/index.js';
import type { ToolAfterEdge } from '../../schemas/observations.gen.js';
import { shortened } from '../effect-checks/words.js';
import { mayAsk } from './asking.js';
import { type Good, type Heard, type HeardCall, heardOf } from './heard.js';

type Scope = ProbeScope<'tool'>;

/** Each starts the server once more. */
const MOST_SESSIONS = 3;
/** Milliseconds; what a live server needs for a ping is far less. */
const PATIENCE = 5_000;

const opened = new WeakMap<Catalog, number>();

interface Suspicion {
  /** Calls with wrong arguments, at most 3. Never empty. */
  readonly bad: readonly HeardCall[];
  /** A call of the tool that worked. */
  readonly good: Good | undefined;
}

/** No call unless something speaks against the tool; then at most 9 in a session of its own, and 3 such sessions in a run. */
export async function lookAfterEdge(scope: Scope, pauseMs: number): Promise<void> {
  const { tool } = scope.subject;
  const heard = heardOf(tool);
  if (heard === undefined || scope.effects.exclude.includes(tool.name)) return;
  const suspicion = await suspicionOf(scope, heard);
  const used = opened.get(scope.catalog) ?? 0;
  if (suspicion === undefined || used >= MOST_SESSIONS || scope.sessions.exhausted) return;
  const permitted = scope.mayCall(tool);
  if (!permitted.allowed) return scope.skipped('tool.after-edge', permitted.reason);
  opened.set(scope.catalog, used + 1);
  let session: OpenSession;
  try {
    session = await scope.sessions.open();
  } catch (error) {
    return scope.inconclusive(
      'tool.after-edge',
      `no other session could be opened: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  try {
    await tryAgain(scope, session, suspicion, pauseMs);
  } finally {
    await session.close();
  }
}

/** The server fell silent right after such a call, or the tool does not answer any more what it answered before. */
async function suspicionOf(scope: Scope, heard: Heard): Promise<Suspicion | undefined> {
  const { suspects, goods, lastInvalid, lastGood, tool } = heard;
  // Writing the same again may rightly be refused.
  const good = scope.subject.readOnly ? goods[0] : undefined;
  if (suspects.length > 0) return { bad: suspects, good };
  const unknown = good !== undefined && lastInvalid !== undefined && lastGood < lastInvalid.record.id;
  if (!unknown || !mayAsk(scope, tool)) return undefined;
  const again = await scope.call('tools/call', { name: tool.name, arguments: good.sent });
  return answerOf(again).kind === 'answered' ? undefined : { bad: [lastInvalid], good };
}

async function tryAgain(scope: Scope, session: OpenSession, { bad, good }: Suspicion, pauseMs: number): Promise<void> {
  const { name } = scope.subject.tool;
  const method = livenessMethod(session.info.era);
  const ping = (): Promise<CallRecord> => session.call(method, {}, { timeoutMs: PATIENCE });
  const ask = ({ sent }: HeardCall): Promise<CallRecord> =>
    session.call('tools/call', { name, arguments: sent }, { timeoutMs: PATIENCE });
  const evidence: CallRecord[] = [];
  const first = await ping();
  const works = good === undefined ? undefined : await ask(good);
  evidence.push(first, ...(works === undefined ? [] : [works]));
  const answered: HeardCall[] = [];
  for (const one of bad) {
    const wrong = await ask(one);
    evidence.push(wrong);
    if (isSilent(wrong)) break;
    answered.push(one);
  }
  if (isSilent(first) || answered.length === 0)
    return scope.inconclusive('tool.after-edge', 'the server does not answer as it did before', undefined, {
      evidence,
    });
  let after = await failing(ping, evidence, 'a ping is not answered');
  if (after === undefined && good !== undefined && works !== undefined && answerOf(works).kind === 'answered')
    after = await failing(() => ask(good), evidence, 'a call that worked before is not answered any more', true);
  if (after === undefined) {
    await pause(pauseMs, scope.signal);
    after = await failing(ping, evidence, 'a ping is not answered');
  }
  scope.emit('tool.after-edge', observed(name, answered, after), {
    confidence: 'high',
    evidence,
    basis: 'tried again in a session of its own',
  });
}

/** In words, what a request after the wrong call came to; undefined when it is answered. `strict`: a refusal counts as none. */
async function failing(
  send: () => Promise<CallRecord>,
  evidence: CallRecord[],
  words: string,
  strict = false,
): Promise<string | undefined> {
  const record = await send();
  evidence.push(record);
  const kind = answerOf(record).kind;
  const failed = strict ? kind !== 'answered' : isSilent(record);
  return failed ? `${words} (${record.outcome === 'closed' ? 'the connection is closed' : record.outcome})` : undefined;
}

function isSilent({ outcome }: CallRecord): boolean {
  return outcome === 'closed' || outcome === 'timeout' || outcome === 'aborted';
}

function observed(tool: string, bad: readonly HeardCall[], after: string | undefined): ToolAfterEdge {
  const wrong = bad.some(({ invalid }) => invalid) ? 'wrong arguments' : 'empty values';
  const asked = bad.length > 1 ? `calls with ${wrong}` : `a call with ${wrong}`;
  return {
    check: 'after-edge',
    tool,
    id: '',
    markers: [],
    wedged: after !== undefined,
    asked: after === undefined ? '' : asked,
    after: after ?? '',
    summary: after === undefined ? `the server works on after ${asked}` : '',
    details: [{ step: asked, outcome: 'answered', note: shortened(after ?? '', 200) }],
  };
}
