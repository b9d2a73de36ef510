/** The JSON Schema of manifests, from the same declarations as the validator. Source: manifest specification, 1.10. */

import type { JsonObject } from '../json.js';
import type { FieldSet, KindDeclaration, Kinds } from './declaration.js';
import { caseFields, documentFields, mayMutate } from './document-fields.js';

type About = Readonly<Record<string, string>>;

/** What editors say about the fields that every manifest has, and about those that every case has. */
const DOCUMENT: About = {
  $schema: 'Where editors find this schema. Not read.',
  version: 'Version of the format.',
  timeout_ms: 'Milliseconds that each request may take. Left out: 30000 over stdio, 5000 over HTTP.',
  sandboxes: 'By name: what mutating cases may change. The descriptions are notes to operators and go nowhere.',
  probes: 'The cases, run in this order.',
};
const CASE: About = {
  id: 'Names the case in reports. Each stands once.',
  access: 'Whether the calls of the case change anything. The author vouches for it.',
  sandbox: 'Name of a declared sandbox, for a mutating case.',
};

/** Draft 2020-12. One branch for each kind, in their order, chosen by the constant in `probe`. */
export function manifestSchema(kinds: Kinds): JsonObject {
  const branches = [...kinds].map(([name, kind]) => [`case.${name}`, branch(name, kind)] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'manifest.schema.json',
    title: 'Manifest',
    description:
      'What a server must do, for `toolscore probe`. Some rules stand in no schema: each id and each name once, sandboxes declared, fields that depend on each other.',
    ...closed(documentFields, DOCUMENT),
    $defs: {
      case: {
        type: 'object',
        required: ['probe'],
        properties: { probe: { description: 'The kind of the case.', enum: [...kinds.keys()] } },
        oneOf: branches.map(([name]) => ({ $ref: `#/$defs/${name}` })),
      },
      ...Object.fromEntries(branches),
    },
  };
}

function branch(name: string, kind: KindDeclaration): JsonObject {
  const { properties, ...rest } = closed(caseFields(kind), CASE);
  return {
    ...(kind.summary !== undefined && { description: kind.summary }),
    ...rest,
    properties: { ...properties, probe: { const: name }, ...access(kind) },
    ...(mayMutate(kind) && MUTATING),
  };
}

function closed(fields: FieldSet, about: About): JsonObject & { readonly properties: JsonObject } {
  const all = Object.entries(fields);
  return {
    type: 'object',
    additionalProperties: false,
    required: all.flatMap(([name, { optional }]) => (optional ? [] : [name])),
    properties: Object.fromEntries(
      all.map(([name, { schema }]) => {
        const description = Object.hasOwn(about, name) ? about[name] : undefined;
        return [name, { ...(description !== undefined && { description }), ...schema }];
      }),
    ),
  };
}

/** M-9 and M-11: a kind that only reads has no other access and no sandbox. */
function access(kind: KindDeclaration): JsonObject {
  if (mayMutate(kind)) return {};
  const only = { access: { description: CASE['access'], const: 'read_only' } };
  return kind.sandbox === 'no' ? only : { ...only, sandbox: { description: 'Must be left out.', type: 'null' } };
}

/** M-9 and M-10: a sandbox goes with a mutating case, and only with one. */
const MUTATING: JsonObject = {
  anyOf: [
    { properties: { access: { const: 'read_only' }, sandbox: { type: 'null' } } },
    { required: ['sandbox'], properties: { access: { const: 'mutating' }, sandbox: { type: 'string' } } },
  ],
};
