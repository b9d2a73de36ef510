/** Can a call be cancelled while it is under way? Spec: manifest 2.14. */

import { type CallRecord, CaseFault, completedCall, defineKind, faultOf, fields, outcomeOf } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

/** Over HTTP the notification travels on another connection and must not overtake the call. Milliseconds; shorter than every grace. */
const HTTP_HEAD_START_MS = 50;
/** The code of servers that acknowledge a cancellation instead of staying silent. */
const REQUEST_CANCELLED = -32800;

export default defineKind({
  name: 'cancellation',
  summary: 'A call that is under way can be cancelled.',
  access: 'read-only',
  sandbox: 'tolerated',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    grace_seconds: fields.integer(1, 60),
    reason: fields.identifier(),
    require_honored: fields.optional(fields.boolean(), true),
  },
  emits: { 'case.cancellation': observationSchemas['case.cancellation'] },
  rules: rules.filter(({ observes }) => observes === 'case.cancellation'),
  async run({ main, era, transport, fields: { tool, arguments: args, grace_seconds, reason, require_honored } }) {
    const preflight = await main.call(tool, args);
    if (preflight.kind !== 'success') return { attempts: 1, outcome: outcomeOf(preflight, 'success') };

    const afterMs = transport === 'http' ? HTTP_HEAD_START_MS : 0;
    const cancel = { afterMs, reason, graceMs: grace_seconds * 1000 };
    const record = await main.exchange('tools/call', { name: tool, arguments: args }, { cancel });
    const outcome = outcomeOfCancelled(record);
    const seen = {
      measurements: { cancellation_outcome: outcome },
      facts: { outcome, require_honored, told_in_time: record.cancelled === true },
    };
    // Without a notification, as over stateless HTTP, silence is no feat: there the server must be well afterwards.
    const unheard = outcome === 'no-result' && era === 'stateless' && transport === 'http';
    if (!unheard && (outcome !== 'completed' || require_honored)) return { attempts: 2, ...seen };
    return { attempts: 3, ...seen, outcome: outcomeOf(await main.call(tool, args), 'success') };
  },
});

/** @throws CaseFault when it is neither an answer nor silence */
function outcomeOfCancelled(record: CallRecord): 'no-result' | 'completed' | 'error' {
  if (record.outcome === 'timeout' && record.cancelled) return 'no-result';
  const completed = completedCall(record);
  if (completed === undefined) throw new CaseFault(faultOf(record), record);
  // A result was sent, whatever is in it.
  if (completed.kind !== 'protocol-error') return 'completed';
  return completed.code === REQUEST_CANCELLED ? 'no-result' : 'error';
}
