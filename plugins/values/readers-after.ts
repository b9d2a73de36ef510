import { answerOf, type CallRecord, type ProbeScope } from '../../core/index.js';
import { CannotTell } from '../effect-checks/check.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { listed, shortened } from '../effect-checks/words.js';

/** One observation for each reader of a store that took a wrong value: whether it still answers for the record that it showed before. */
export async function observeReaders(
  scope: ProbeScope<'tool'>,
  own: OwnStore,
  accepted: readonly string[],
): Promise<void> {
  if (accepted.length === 0) return;
  for (const reader of own.readers) {
    const args = reader.argumentsFor(own.store.first.record);
    if (args === undefined) continue;
    const calls: CallRecord[] = [];
    const reasons: string[] = [];
    // What fails once may be busy; what fails twice in a row is broken.
    for (let times = 0; times < 2; times += 1) {
      const call = await scope.call('tools/call', { name: reader.name, arguments: args });
      calls.push(call);
      const answer = answerOf(call);
      if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
      if (answer.kind !== 'refused' || saysOfTheMoment(answer.reason)) break;
      reasons.push(answer.reason);
    }
    const fails = reasons.length === 2;
    const { tool } = reader.choice;
    scope.emit(
      'tool.after-wrong-value',
      {
        check: 'after-wrong-value',
        tool: tool.name,
        id: '',
        writer: own.store.tool.name,
        value: shortened(listed(accepted), 200),
        fails,
        reason: shortened(reasons[0] ?? '', 160),
        markers: [],
        summary: `it still answers after ${own.store.tool.name} took a wrong value`,
        details: [],
      },
      {
        subject: { kind: 'tool', name: tool.name, index: tool.index },
        confidence: 'high',
        basis: 'it had answered before',
        evidence: calls,
      },
    );
  }
}
