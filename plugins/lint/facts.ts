/** Facts that no rule of ours reads: sentences, parameters and hints, for the rules of packs. */

import { isObject, type JsonObject, nameWords, oneLine, type ObservationMap, type Tool } from '../../core/index.js';
import { type Part, partsIn } from './parts.js';
import { plainText } from './texts.js';
import { sentencesIn } from './wording.js';

/** UTF-16 units of one sentence. Longer ones are no sentences, and patterns take time. */
const MAX_SENTENCE = 1_000;
const MAX_DEFAULT = 500;

export interface Passage {
  /** In words. */
  readonly place: string;
  readonly text: string;
}

/** What a model reads of a tool, each text with where it stands. */
export function passagesOf({ description, annotations, inputSchema }: Tool): readonly Passage[] {
  const title = annotations['title'];
  const passages: Passage[] = [
    { place: 'the description', text: description },
    { place: 'the title', text: typeof title === 'string' ? title : '' },
  ];
  for (const { schema, place } of partsIn(inputSchema)) {
    const text = schema['description'];
    const where = place === '' ? 'the input schema' : `the description of the parameter "${place}"`;
    if (typeof text === 'string') passages.push({ place: where, text });
  }
  return passages.filter(({ text }) => text !== '');
}

/** The sentences of texts, in their order; one that stands in one place twice is one. */
export function sentencesOf(passages: readonly Passage[]): Omit<ObservationMap['text.sentence'], 'owner'>[] {
  return passages.flatMap(({ place, text }) =>
    [...new Set(sentencesIn(plainText(text)))].map((sentence) => ({
      place,
      sentence: oneLine(sentence, MAX_SENTENCE),
    })),
  );
}

/** Every parameter of a schema, at any depth, each path once: the first that has it counts. */
export function parametersOf(schema: JsonObject): Omit<ObservationMap['tool.parameter'], 'tool'>[] {
  const found = new Map<string, Omit<ObservationMap['tool.parameter'], 'tool'>>();
  for (const part of partsIn(schema)) {
    const { name, place } = part;
    if (name !== undefined && !found.has(place)) found.set(place, parameterOf(part, name));
  }
  return [...found.values()];
}

function parameterOf({ schema, place, around }: Part, name: string): Omit<ObservationMap['tool.parameter'], 'tool'> {
  const { default: fallback, format, writeOnly } = schema;
  const required: unknown = around['required'];
  return {
    parameter: place,
    words: nameWords(name).join(' '),
    type: typeOf(schema),
    required: Array.isArray(required) && required.includes(name),
    default: fallback === undefined ? '' : oneLine(shown(fallback), MAX_DEFAULT),
    markedSecret: format === 'password' || writeOnly === true,
  };
}

type Type = ObservationMap['tool.parameter']['type'];
const TYPES: ReadonlySet<unknown> = new Set<Type>([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
] satisfies Type[]);

/** Its own type, or that of its branches: `string` of `anyOf: [string, null]`. */
function typeOf(schema: JsonObject): Type {
  const branches = [schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const types = [schema, ...branches].filter(isObject).flatMap(({ type }) => type);
  const [first, ...others] = [...new Set(types)].filter((type) => TYPES.has(type) && type !== 'null');
  return first === undefined || others.length > 0 ? '' : (first as Type);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply to show)';
  }
}

/** What the annotations of a tool say. What is neither true nor false says nothing. */
export function hintsOf({ name, annotations }: Tool): ObservationMap['tool.hints'] {
  const said = (hint: string): 'true' | 'false' | 'unset' => {
    const value = annotations[hint];
    return typeof value === 'boolean' ? (value ? 'true' : 'false') : 'unset';
  };
  return {
    tool: name,
    words: nameWords(name).join(' '),
    readOnly: said('readOnlyHint'),
    destructive: said('destructiveHint'),
    idempotent: said('idempotentHint'),
    openWorld: said('openWorldHint'),
  };
}
