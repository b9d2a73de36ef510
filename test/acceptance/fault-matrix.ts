/** Every fault of fixtures/servers/faults.mjs that a kind of probe has a label for, with the case that meets it and where it ends. */

import type { CaseId } from './fault-cases.js';

export interface LabelledFault {
  readonly fault: string;
  readonly id: CaseId;
  readonly label: string;
  /** First failure; and the attempts, where those are others. */
  readonly at: number;
  readonly attempts: number;
}

const of = (
  id: CaseId,
  faults: Readonly<Record<string, readonly [label: string, at: number, attempts?: number]>>,
): readonly LabelledFault[] =>
  Object.entries(faults).map(([fault, [label, at, attempts = at]]) => ({ fault, id, label, at, attempts }));

export const LABELLED_FAULTS: readonly LabelledFault[] = [
  ...of('contention', {
    'hold:locks': ['contended-client-failed', 2],
    'hold:fails': ['contended-client-failed', 2],
    'hold:flags': ['contended-client-failed', 2],
  }),
  ...of('error-honesty', {
    'refuse:succeeds': ['expected-error', 1],
    'refuse:succeeds@2': ['unexpected-outcome', 2],
    'refuse:fails-otherwise@2': ['unstable-error-code', 2],
    'refuse:hints-nothing': ['retryability-mismatch', 1],
    'refuse:flags': ['retryability-mismatch', 1],
  }),
  ...of('error-honesty.retryable', { 'recover:never': ['retry-did-not-recover', 5] }),
  ...of('state-recovery', {
    'break:succeeds': ['failure-not-observed', 1],
    'repair:fails': ['recovery-failed', 2],
    'repair:leaves': ['validation-failed', 3],
  }),
  ...of('discovery-cost', { 'tools/list:has-many': ['discovery-limit-exceeded', 1] }),
  ...of('token-cost', { 'tools/list:has-heavy': ['token-budget-exceeded', 1] }),
  ...of('schema-guessability', {
    'search:requires-undeclared': ['invalid-schema', 1, 0],
    'search:requires-more': ['missing-required-argument', 1, 0],
    'search:fails': ['unexpected-outcome', 1],
  }),
  ...of('degradation-over-n', {
    'count:fails@3': ['unexpected-outcome', 3],
    'count:flags@5': ['unexpected-outcome', 5],
  }),
  ...of('instruction-fidelity', {
    'describe:flags': ['unexpected-outcome', 1],
    'describe:lacks': ['missing-field', 1],
    'describe:differs': ['value-mismatch', 1],
  }),
  ...of('instruction-fidelity.error', {
    'reject:succeeds': ['unexpected-outcome', 1],
    'reject:fails': ['error-code-mismatch', 1],
    'reject:flags': ['error-code-mismatch', 1],
  }),
  ...of('latency-budget', {
    'measure:slows@2': ['latency-budget-exceeded', 2],
    'measure:fails@2': ['unexpected-outcome', 2],
  }),
  ...of('pagination', {
    'tools/list:repeats': ['pagination-duplicate-tool', 2],
    'tools/list:takes-many-pages': ['pagination-stalled-cursor', 6],
  }),
  ...of('payload-bounds', {
    'line:kills': ['payload-unhandled', 1],
    'line:drops': ['payload-unhandled', 1],
    'line:odd-code': ['payload-unhandled', 1],
    'ping:crashes': ['payload-unhandled', 1],
    'ping:hangs': ['payload-unhandled', 1],
  }),
  ...of('payload-bounds.handled', { 'take:fails': ['unexpected-outcome', 1], 'take:flags': ['unexpected-outcome', 1] }),
  ...of('surface-listing', {
    'resources/list:fails': ['surface-invalid-envelope', 1],
    'resources/list:crashes@2': ['surface-invalid-envelope', 2],
    'resources/list:is-list': ['surface-invalid-envelope', 1],
    'resources/list:never-ends': ['surface-stalled-cursor', 6],
    'prompts/list:names-none': ['surface-invalid-envelope', 1],
    'prompts/list:hangs': ['surface-invalid-envelope', 1],
    'prompts/list:never-ends': ['surface-stalled-cursor', 6],
  }),
  ...of('output-schema', {
    'report:fails': ['output-schema-declared-but-missing', 1],
    'report:unstructured': ['output-schema-declared-but-missing', 1],
    'report:lacks': ['output-schema-field-missing', 1],
    'report:mistypes': ['output-schema-invalid-result', 1],
    'report:promises-nonsense': ['output-schema-invalid-result', 1],
  }),
  ...of('cancellation', {
    'wait:fails': ['unexpected-outcome', 1],
    'wait:ignores-cancel': ['cancellation-ignored', 2],
    'wait:errs-on-cancel': ['cancellation-errored', 2],
  }),
  ...of('protocol-negotiation', {
    'initialize:echoes': ['negotiation-echoed-unknown', 2],
    'initialize:names-none': ['negotiation-invalid-version', 2],
    'initialize:forgets': ['negotiation-inconsistent-support', 3],
  }),
  ...of('sampling', asking('ask_model', 'sampling')),
  ...of('elicitation', asking('ask_user', 'elicitation')),
  ...of('resource-subscription', {
    'resources/read:fails': ['resource-unreadable', 1],
    'resources/read:crashes': ['resource-unreadable', 1],
    'resources/subscribe:fails': ['subscription-rejected', 2],
    'resources/subscribe:is-text': ['subscription-rejected', 2],
    'resources/unsubscribe:fails': ['subscription-rejected', 3],
    'resources/unsubscribe:hangs': ['subscription-rejected', 3],
    'resources/updated:missing': ['subscription-notification-missing', 3],
    'touch:fails': ['unexpected-outcome', 3],
  }),
  ...of('completion', {
    'completion/complete:has-odd-values': ['completion-invalid-request', 1],
    'completion/complete:has-no-values': ['completion-invalid-request', 1],
    'completion/complete:fails': ['completion-invalid-request', 1],
    'completion/complete:has-many-values': ['completion-value-flood', 1],
    'completion/complete:names-argument': ['completion-argument-unknown', 1],
    'completion/complete:crashes': ['completion-stalled-request', 1],
    'completion/complete:hangs': ['completion-stalled-request', 1],
  }),
  ...of('workflow', {
    'look:fails': ['unexpected-outcome', 2],
    'status:lacks': ['missing-field', 1],
    'look:spoils': ['value-mismatch', 4],
    'deny:fails': ['error-code-mismatch', 3],
  }),
];

/** Without a catalog no other case can be decided, so this one stands alone. */
export const CATALOG_FAULT: LabelledFault = {
  fault: 'tools/list:has-odd-entry',
  id: 'pagination',
  label: 'pagination-invalid-entry',
  at: 2,
  attempts: 2,
};

function asking(tool: string, kind: string): Parameters<typeof of>[1] {
  return {
    [`${tool}:asks-badly`]: [`${kind}-invalid-request`, 1],
    [`${tool}:fails`]: [`${kind}-invalid-request`, 1],
    [`${tool}:asks-endlessly`]: [`${kind}-request-flood`, 1],
    [`${tool}:stalls`]: [`${kind}-stalled-call`, 1],
    [`${tool}:hangs`]: [`${kind}-stalled-call`, 1],
  };
}

/** Of faults that are on together each has a case of its own, and a part of the server of its own. */
export const together = (faults: readonly LabelledFault[]): readonly (readonly LabelledFault[])[] =>
  apart(faults, ({ id, fault }) => [id, fault.replace(/:.*/, '')]);

/** Groups in which no two items share a key: as few as may be, and about equally large. */
export function apart<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): readonly (readonly T[])[] {
  const groups: { readonly items: T[]; readonly keys: Set<string> }[] = [];
  const add = (): (typeof groups)[number] => {
    const group = { items: [], keys: new Set<string>() };
    groups.push(group);
    return group;
  };
  const all = items.flatMap((item) => keysOf(item));
  const most = Math.max(...all.map((key) => all.filter((other) => other === key).length));
  while (groups.length < most) add();
  for (const item of items) {
    const keys = keysOf(item);
    const fitting = groups.filter((group) => !keys.some((key) => group.keys.has(key)));
    const group = fitting.toSorted((one, other) => one.items.length - other.items.length)[0] ?? add();
    group.items.push(item);
    for (const key of keys) group.keys.add(key);
  }
  return groups.map((group) => group.items);
}

/** Faults that leave a case without a verdict, by the case and by what becomes of its decisive request. */
export const INCOMPLETE_FAULTS: Readonly<Record<string, Readonly<Partial<Record<CaseId, string>>>>> = {
  'transport-closed': undecided('crashes', { sampling: 'ask_model', elicitation: 'ask_user' }),
  'transport-error': undecided('is-null', { sampling: 'ask_model', elicitation: 'ask_user' }),
  // A call that never ends is a verdict where the client is asked something.
  'transport-timeout': undecided('hangs', {}),
};

function undecided(ending: string, more: Partial<Record<CaseId, string>>): Partial<Record<CaseId, string>> {
  const parts: Partial<Record<CaseId, string>> = {
    contention: 'hold',
    'error-honesty': 'refuse',
    'error-honesty.retryable': 'recover',
    'state-recovery': 'repair',
    'schema-guessability': 'search',
    'degradation-over-n': 'count',
    'instruction-fidelity': 'describe',
    'instruction-fidelity.error': 'reject',
    'latency-budget': 'measure',
    'output-schema': 'report',
    cancellation: 'wait',
    'resource-subscription': 'touch',
    workflow: 'look',
    ...more,
  };
  const faults = Object.entries(parts).map(([id, part]) => [id, `${part}:${ending}`]);
  return {
    // Its walk begins with the third page that is asked for; where it has no page it has a verdict.
    pagination: `tools/list:${ending === 'is-null' ? 'names-no-id' : ending}@3`,
    ...Object.fromEntries(faults),
    'protocol-negotiation': `initialize:${ending}-on-foreign`,
  };
}
