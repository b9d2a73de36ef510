/** Does a tool complete that asks the client for a model's answer? Spec: manifest 2.16. */

import { defineKind, isObject, type JsonObject } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { askingFields, observeAsking } from './asking.js';

/** No model is asked. */
const STUB = {
  content: { type: 'text', text: 'This is a fixed answer: no model was asked.' },
  model: 'toolscore-stub',
};

export default defineKind({
  name: 'sampling',
  summary: 'A tool that asks the client for an answer of a model completes.',
  access: 'read-only',
  sandbox: 'tolerated',
  capabilities: { sampling: {} },
  fields: askingFields,
  emits: { 'case.sampling': observationSchemas['case.sampling'] },
  rules: rules.filter(({ observes }) => observes === 'case.sampling'),
  run: (scope) => observeAsking(scope, 'sampling', stubFor),
});

/** The same words for every question; only the role fits what it answers. */
function stubFor(method: string, params: unknown): JsonObject | undefined {
  if (method !== 'sampling/createMessage') return undefined;
  const messages = isObject(params) ? params['messages'] : undefined;
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  return { role: isObject(first) && first['role'] === 'assistant' ? 'user' : 'assistant', ...STUB };
}
