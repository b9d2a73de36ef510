/** Does a tool complete that asks the client's user something? Spec: manifest 2.17. */

import { defineKind, fields, filledForm, isObject, type JsonObject } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { askingFields, observeAsking } from './asking.js';

type Action = 'accept' | 'decline' | 'cancel';

export default defineKind({
  name: 'elicitation',
  summary: 'A tool that asks the user something completes, whatever the user does.',
  access: 'read-only',
  sandbox: 'tolerated',
  capabilities: { elicitation: {} },
  fields: { ...askingFields, respond: fields.oneOf('accept', 'decline', 'cancel') },
  emits: { 'case.elicitation': observationSchemas['case.elicitation'] },
  rules: rules.filter(({ observes }) => observes === 'case.elicitation'),
  run: (scope) =>
    observeAsking(scope, 'elicitation', (method, params) => answerAs(scope.fields.respond, method, params)),
});

/** Only a form that is well formed is answered, so that the outcome of the call shows how the server takes the refusal. */
async function answerAs(action: Action, method: string, params: unknown): Promise<JsonObject | undefined> {
  if (method !== 'elicitation/create' || !isObject(params)) return undefined;
  const { message, requestedSchema: schema } = params;
  if (typeof message !== 'string' || !isObject(schema)) return undefined;
  return action === 'accept' ? { action, content: await filledForm(schema) } : { action };
}
