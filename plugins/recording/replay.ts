/** Answers the calls of a run from a recorded one. No server is started, and the write gate stays in force. */

import {
  type CallLine,
  type CallRequest,
  definePlugin,
  type JsonObject,
  type RecordedRun,
  type Replay,
  type ReplayInput,
  ServerError,
  type Session,
  type WireCounts,
} from '../../core/index.js';
import { answerOf, RecordedAnswers } from './answers.js';
import { InTurn } from './in-turn.js';

const NOTHING: WireCounts = { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] };

export function replay({ run, redact }: ReplayInput): Replay {
  const answers = new RecordedAnswers(run, redact);
  /** Who asks is known one step before the session is asked. */
  const askers = new WeakMap<JsonObject, CallRequest>();
  const places = new Map(run.calls.map((call, at) => [call, at]));
  const state: State = { run, answers, askers, places, turns: new InTurn(), counts: NOTHING };
  let opened = 0;
  const plugin = definePlugin({
    name: 'replay',
    summary: 'Answers the calls of a run from a recorded one.',
    apply({ hooks }) {
      hooks.connect.tap('replay', ({ spend }) => {
        opened += 1;
        try {
          if (spend?.() === false) throw new ServerError('the run may not ask any more');
          return sessionOf(state, opened);
        } catch (error) {
          // Whatever it is, nobody else may connect: that would start the command that stands in the file.
          throw error instanceof ServerError ? error : new ServerError(`${run.source} cannot be replayed`);
        }
      });
      hooks.call.tap('replay', (request) => void askers.set(request.params, request));
    },
  });
  return { plugin, lacking: () => answers.lacking };
}

interface State {
  readonly run: RecordedRun;
  readonly answers: RecordedAnswers;
  readonly askers: WeakMap<JsonObject, CallRequest>;
  /** When each of the recorded calls ended, by its place among them. */
  readonly places: ReadonlyMap<CallLine, number>;
  readonly turns: InTurn;
  counts: WireCounts;
}

/** @throws ServerError where the recorded server did not start again */
function sessionOf(state: State, number: number): Session {
  const { run } = state;
  const failure = run.outcome?.restart?.failure;
  if (number > 1 && failure !== undefined) throw new ServerError(failure);
  const recorded = run.sessions.find((session) => session.number === number) ?? run.sessions[0];
  if (recorded === undefined) throw new ServerError(`${run.source} holds no session with the server`);
  const { era, version, capabilities, serverInfo, instructions } = recorded;
  let closed = false;
  return {
    era,
    version,
    capabilities,
    serverInfo,
    instructions,
    async request(method, params = {}) {
      const asker = state.askers.get(params) ?? { plugin: 'toolscore' };
      const call = state.answers.take(method, params, asker);
      await state.turns.wait('lacks' in call ? 0 : (state.places.get(call) ?? 0));
      if ('lacks' in call) return { kind: 'aborted', ms: 0, reason: call.lacks, notes: [] };
      state.counts = countsAfter(run, call, state.counts);
      closed ||= call.outcome === 'closed' && died(run);
      return answerOf(call);
    },
    notify() {},
    tap: () => () => {},
    sendRaw() {},
    // The record knows the sum over all sessions.
    get counts() {
      return number === 1 ? state.counts : NOTHING;
    },
    get closed() {
      return closed;
    },
    stderrTail: () => run.outcome?.serverEnded?.stderr ?? '',
    close: () => Promise.resolve({ code: null, signal: null, forced: false }),
  };
}

/** What the wire saw until this call; behind the last one, all of it. */
function countsAfter({ calls, outcome }: RecordedRun, call: CallLine, before: WireCounts): WireCounts {
  if (outcome !== undefined && call === calls.at(-1)) return outcome.wire;
  return call.wire ?? before;
}

function died({ outcome }: RecordedRun): boolean {
  return outcome?.serverEnded !== undefined || outcome?.restart !== undefined;
}
