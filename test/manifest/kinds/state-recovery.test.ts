import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../core/session/port.js';
import stateRecovery from '../../../plugins/kinds/state-recovery.js';
import { caseOf, runCases } from '../run.js';

type Scripted = Partial<Answer>;

const FINE: Scripted = { result: { content: [] } };
const REFUSED: Scripted = { kind: 'error', error: { code: -32010, message: 'marker-word' } };
const BROKEN: Scripted = { result: { content: [], isError: true } };

const TOOLS = ['break', 'repair', 'look'];
const FIELDS = {
  failure_tool: 'break',
  failure_arguments: { twice: true },
  recovery_tool: 'repair',
  recovery_arguments: {},
  validation_tool: 'look',
  validation_arguments: { deep: 1 },
};
const CASE = caseOf('state-recovery', FIELDS, {
  access: 'mutating',
  sandbox: 'scratch',
  tools: TOOLS,
  primaryTool: 'break',
});
const LISTED = { tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' } })) };

/** Answers by tool. */
const recovery = (answers: Readonly<Record<string, Scripted>>) =>
  runCases([CASE], (_method, { name }) => answers[String(name)] ?? FINE, LISTED);

test.each<[string, Scripted]>([
  ['a protocol error', REFUSED],
  ['a tool error', BROKEN],
])('a failure with %s, a recovery and a healthy state pass', async (_, failure) => {
  const run = await recovery({ break: failure });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3, tool: 'break' });
  expect(run.sessions.flatMap(({ sent }) => sent).slice(1)).toEqual([
    { method: 'tools/call', params: { name: 'break', arguments: { twice: true } } },
    { method: 'tools/call', params: { name: 'repair', arguments: {} } },
    { method: 'tools/call', params: { name: 'look', arguments: { deep: 1 } } },
  ]);
});

describe('the first step that goes wrong ends the case', () => {
  test.each<[string, Readonly<Record<string, Scripted>>, string, number]>([
    ['nothing fails', {}, 'failure-not-observed', 1],
    ['nothing fails, and recovery does', { repair: REFUSED }, 'failure-not-observed', 1],
    ['recovery is refused', { break: BROKEN, repair: REFUSED }, 'recovery-failed', 2],
    ['recovery ends in a tool error', { break: REFUSED, repair: BROKEN, look: REFUSED }, 'recovery-failed', 2],
    ['the state is still broken', { break: REFUSED, look: BROKEN }, 'validation-failed', 3],
    ['the state cannot be read', { break: REFUSED, look: REFUSED }, 'validation-failed', 3],
  ])('%s', async (_, answers, label, calls) => {
    const run = await recovery(answers);
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: calls, at: calls });
    // Behind the listing nothing but these calls.
    expect(run.sessions.flatMap(({ sent }) => sent)).toHaveLength(calls + 1);
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker-word');
  });
});

describe('a fault in any step makes the case incomplete', () => {
  test.each<[string, Readonly<Record<string, Scripted>>, string]>([
    ['the failure gets no answer', { break: { kind: 'timeout' } }, 'transport-timeout'],
    ['recovery ends the server', { break: REFUSED, repair: { kind: 'closed' } }, 'transport-closed'],
    ['validation is malformed', { break: REFUSED, look: { result: [] } }, 'transport-error'],
  ])('%s', async (_, answers, label) => {
    const run = await recovery(answers);
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.state-recovery')).toBeUndefined();
  });
});

test('needs all three tools, each once, the failing one first', () => {
  expect(stateRecovery.kind?.tools?.(FIELDS as never)).toEqual(TOOLS);
  expect(stateRecovery.kind?.tools?.({ ...FIELDS, recovery_tool: 'look' } as never)).toEqual(['break', 'look']);
});
