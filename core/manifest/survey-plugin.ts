/** The plugin of one first look at a server: lists the tools, decides, and calls each candidate once. Source: manifest specification, 4.7. */

import { definePlugin, type Plugin } from '../define.js';
import type { Sessions } from '../hooks.js';
import { repeatsArguments } from '../header-marks.js';
import { ServerError } from '../session/port.js';
import type { Fault, ListedTool } from './case.js';
import { decide, isCandidate, type Choice, type ToolDecision } from './decide.js';
import type { Survey } from './declaration.js';
import { listTools } from './list-tools.js';
import { CaseFault, Peer } from './peer.js';

/** Tools that cases are drafted for. I-4 */
const MAX_CALLABLE = 20;

export interface SurveyPlan extends Choice {
  /** Decide, and call nothing. */
  readonly decideOnly: boolean;
}

/** What came of it; filled while the run lasts. */
export interface Surveyed extends Survey {
  readonly decisions: readonly ToolDecision[];
  /** Why nothing can be drafted: the list is incomplete, or the look did not come to its end. */
  readonly fault: Fault | undefined;
  /** Candidates that were called. */
  readonly called: number;
}

type Filling = { -readonly [K in keyof Surveyed]: Surveyed[K] };

export function surveyPlugin(plan: SurveyPlan): { readonly plugin: Plugin; readonly seen: Surveyed } {
  const seen: Filling = { tools: [], capabilities: {}, callable: [], decisions: [], fault: undefined, called: 0 };
  const plugin = definePlugin({
    name: 'survey',
    summary: 'Lists the tools of a server and calls those that only read, once each.',
    effects: 'call',
    apply({ hooks }) {
      hooks.discovery.tapPromise('survey', async (draft, { session, sessions, transport }) => {
        const { tools, fault } = await listTools(new Peer(sessions.main, sessions));
        seen.tools = [...tools.values()];
        seen.capabilities = session.capabilities;
        seen.fault = fault;
        if (fault !== undefined) return;
        const mirrors = repeatsArguments(transport, session.era);
        seen.decisions = decide(seen.tools, { ...plan, repeatsArguments: mirrors });
        for (const { entry } of seen.tools) draft.addTool(entry);
        // The manifest that is to be.
        draft.addSubject<'manifest'>({ kind: 'manifest', name: 'draft' });
      });
      hooks.observe.for('manifest').tapPromise('survey', ({ each }) =>
        each(async ({ sessions }) => {
          if (seen.fault === undefined && !plan.decideOnly) await callCandidates(sessions, seen);
        }),
      );
    },
  });
  return { plugin, seen };
}

/** Each is called once, however the others end; after a fault, on a fresh session. */
async function callCandidates(sessions: Sessions, seen: Filling): Promise<void> {
  for (const { tool } of seen.decisions.filter(isCandidate)) {
    const ended = await callOnce(tool, sessions);
    seen.called += 1;
    if (typeof ended === 'number' && seen.callable.length < MAX_CALLABLE)
      seen.callable = [...seen.callable, { tool, ms: ended }];
    if (typeof ended === 'string') seen.fault = await afterFault(ended, sessions);
    if (seen.fault !== undefined) return;
  }
}

/** Whole milliseconds of a success, undefined for an error, or why there was no usable answer. */
async function callOnce({ name }: ListedTool, sessions: Sessions): Promise<number | undefined | Fault> {
  try {
    const completed = await new Peer(sessions.main, sessions).call(name, {});
    return completed.kind === 'success' ? Math.floor(completed.ms) : undefined;
  } catch (error) {
    if (error instanceof CaseFault) return error.fault;
    throw error;
  }
}

/** A fault costs its tool only, unless there is no other session to be had. */
async function afterFault(fault: Fault, sessions: Sessions): Promise<Fault | undefined> {
  if (fault === 'budget') return fault;
  try {
    await sessions.renew();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    return sessions.exhausted ? 'budget' : error.fault;
  }
}
