/** The journal: one sanitized line for every completed call that a case made. Spec: manifest 3.9. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { definePlugin, LocalError, type PluginContext, saltOf } from '../../core/index.js';
import { type CallFacts, type Entry, factsOf } from './entry.js';
import { InOrder } from './in-order.js';
import { JournalWriter } from './writer.js';

export default definePlugin({
  name: 'journal',
  summary: 'Writes down, without any content, which calls the cases of a manifest made.',
  // `folder`: where toolscore keeps its files; with none, nothing is written. `server`: its label.
  options: { folder: '', server: '' },
  apply(context) {
    const { folder } = context.options;
    if (typeof folder === 'string' && folder !== '') keep(context, folder);
  },
});

function keep({ hooks, options }: PluginContext, home: string): void {
  const writer = new JournalWriter(home);
  const run = { server: String(options['server']), ...identity() };
  let written = 0;
  const calls = new InOrder<CallFacts>((facts) => writer.add(entryOf(facts, run, ++written)));
  let salt: Uint8Array | undefined;
  hooks.called.tap('journal', (record) => {
    let facts: CallFacts | undefined;
    try {
      facts = factsOf(record, new Date(), () => (salt ??= saltOf(home)));
    } catch (error) {
      throw missing(error);
    } finally {
      // Also when it could not be made: those that began later must not wait for it.
      calls.add(record.id, facts);
    }
  });
  hooks.close.tapPromise('journal', async () => {
    calls.flush();
    await writer.end().catch((error: unknown) => Promise.reject(missing(error)));
  });
}

/** What a run without a whole journal lacks, as a sentence that the kernel ends. */
function missing(error: unknown): LocalError {
  const why = error instanceof Error ? error.message : String(error);
  return new LocalError(`calls of this run are missing from the journal: ${why.replace(/\.$/, '')}`);
}

interface Run {
  readonly server: string;
  readonly capture: string;
  readonly session: string;
}

/** Random, so that runs can be told apart and nothing else. */
function identity(): Omit<Run, 'server'> {
  const session = `session:${createHash('sha256').update(randomBytes(16)).digest('hex')}`;
  return { capture: randomUUID(), session };
}

function entryOf(facts: CallFacts, { server, capture, session }: Run, seq: number): Entry {
  const { ts, method, tool, args, latency_ms, outcome, error, kind } = facts;
  const identity = { event_id: randomUUID(), capture_id: capture };
  return { ts, identity, session, seq, server, method, tool, args, latency_ms, outcome, error, kind };
}
