/** Does a server that offers subscriptions keep what it offers? Spec: manifest 2.18. */

import {
  CaseFault,
  type CaseFacts,
  type CaseScope,
  defineKind,
  fields,
  isObject,
  type JsonObject,
  orFault,
  outcomeOf,
  type Peer,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { stepOf, type Subscription, subscriptionByRequest, subscriptionByStream } from './subscription.js';

const caseFields = {
  uri: fields.text(1, 512),
  trigger_tool: fields.optional(fields.toolName()),
  trigger_arguments: fields.optional(fields.toolArguments()),
  max_wait_seconds: fields.integer(1, 60),
};

export default defineKind({
  name: 'resource-subscription',
  summary: 'A server that offers subscriptions reads, subscribes, notifies and unsubscribes.',
  access: 'read-only',
  sandbox: 'no',
  hasPrimaryTool: false,
  fields: caseFields,
  check({ trigger_tool, trigger_arguments }, problem) {
    if (trigger_arguments !== undefined && trigger_tool === undefined)
      problem(['trigger_arguments'], 'has no effect without trigger_tool');
  },
  tools: ({ trigger_tool: trigger }) => (trigger === undefined ? [] : [trigger]),
  emits: { 'case.resource-subscription': observationSchemas['case.resource-subscription'] },
  rules: rules.filter(({ observes }) => observes === 'case.resource-subscription'),
  async run(scope) {
    const {
      main,
      era,
      open,
      timeoutMs,
      fields: { uri, max_wait_seconds },
    } = scope;
    if (!isOffered(main.info.capabilities)) return { attempts: 0 };
    const stateless = era === 'stateless';
    const peer = stateless ? await open() : main;
    const read = await stepOf(peer.request('resources/read', { uri }));
    if (read !== 'accepted') return { attempts: 1, facts: { ...NOTHING, read } };
    // Long enough for all that happens while it is open: its own acknowledgement, the trigger, and the wait.
    const stream = { answerMs: timeoutMs, openMs: 2 * timeoutMs + max_wait_seconds * 1000 + SPARE_MS };
    const subscription = stateless ? subscriptionByStream(peer, uri, stream) : subscriptionByRequest(peer, uri);
    try {
      return await watch(scope, peer, subscription);
    } finally {
      subscription.stop();
    }
  },
});

type Scope = CaseScope<{
  readonly trigger_tool: string | undefined;
  readonly trigger_arguments: JsonObject | undefined;
  readonly max_wait_seconds: number;
}>;

/** Facts of the steps that were not reached. */
const NOTHING = { read: 'accepted', subscribe: null, notified: null, unsubscribe: null } as const;
const SPARE_MS = 1000;

/** From subscribing to unsubscribing, which is tried whatever came before. */
async function watch({ exhausted, fields: given }: Scope, peer: Peer, subscription: Subscription): Promise<CaseFacts> {
  const subscribe = await subscription.begin();
  if (subscribe !== 'accepted') return { attempts: 2, facts: { ...NOTHING, subscribe } };
  const { trigger_tool: tool, trigger_arguments: args = {}, max_wait_seconds } = given;
  const trigger = tool === undefined ? undefined : await orFault(peer.call(tool, args));
  const triggered = trigger === undefined || (!(trigger instanceof CaseFault) && trigger.kind === 'success');
  const notified = triggered ? await subscription.updated(max_wait_seconds * 1000) : null;
  // Silence that this side caused, or that of a server which is gone, says nothing about notifications.
  if (notified === false && exhausted()) throw new CaseFault('budget');
  if (notified === false && peer.session.closed) throw new CaseFault('closed');
  const unsubscribe = await subscription.end();
  if (trigger instanceof CaseFault) throw trigger;
  return {
    attempts: 3,
    facts: { ...NOTHING, subscribe, notified, unsubscribe },
    ...(trigger !== undefined && { outcome: outcomeOf(trigger, 'success') }),
  };
}

function isOffered(capabilities: unknown): boolean {
  const resources = isObject(capabilities) ? capabilities['resources'] : undefined;
  return isObject(resources) && resources['subscribe'] === true;
}
