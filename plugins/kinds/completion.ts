/** Does a declared completion of arguments work? Spec: manifest 2.19. */

import { boundedJson, CaseFault, defineKind, fields, isObject, type JsonObject, orFault } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'completion',
  summary: 'A declared completion of arguments answers with a short list of texts.',
  access: 'read-only',
  sandbox: 'no',
  hasPrimaryTool: false,
  fields: {
    ref_type: fields.oneOf('ref/prompt', 'ref/resource'),
    ref_uri: fields.text(1, 512),
    argument_name: fields.text(1, 128),
    argument_value: fields.identifier(),
    max_values: fields.integer(1, 100),
  },
  check({ ref_type, argument_name }, problem) {
    // M-24: names of prompt arguments are identifiers; a resource template names its variables as it likes.
    if (ref_type === 'ref/prompt') fields.identifier().check(argument_name, ['argument_name'], problem);
  },
  emits: { 'case.completion': observationSchemas['case.completion'] },
  rules: rules.filter(({ observes }) => observes === 'case.completion'),
  async run({ main, fields: { ref_type, ref_uri, argument_name, argument_value, max_values } }) {
    if (!isDeclared(main.info.capabilities)) return { attempts: 0 };
    const ref = ref_type === 'ref/prompt' ? { type: ref_type, name: ref_uri } : { type: ref_type, uri: ref_uri };
    const argument = { name: argument_name, value: argument_value };
    const answer = await orFault(main.request('completion/complete', { ref, argument }));
    const facts = { names_argument: false, values: 0, max_values };
    if (answer instanceof CaseFault) return { attempts: 1, facts: { ...facts, ended: 'fault' } };
    if (answer.kind === 'protocol-error')
      return { attempts: 1, facts: { ...facts, ended: 'error', names_argument: names(answer.error, argument_name) } };
    const values = valuesOf(answer.result);
    return {
      attempts: 1,
      facts: { ...facts, ...(values === undefined ? { ended: 'malformed' } : { ended: 'values', values }) },
    };
  },
});

function isDeclared(capabilities: unknown): boolean {
  const declared = isObject(capabilities) ? capabilities['completions'] : undefined;
  return declared !== undefined && declared !== null && declared !== false;
}

/** How many values an answer has; undefined when they are no list of texts. */
function valuesOf({ completion }: JsonObject): number | undefined {
  const values = isObject(completion) ? completion['values'] : undefined;
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values.length : undefined;
}

/** Whether what an error says holds a text; its own members are called `code` and `message` in every error, so they do not count. */
function names(error: JsonObject, text: string): boolean {
  const said = JSON.stringify(boundedJson(Object.values(error)));
  return [text, JSON.stringify(text).slice(1, -1)].some((spelling) => said.includes(spelling));
}
