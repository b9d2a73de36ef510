import {
  boundParametersOf,
  isObject,
  isReadOnlyTool,
  isRequired,
  nameNouns,
  nameWords,
  type Tool,
} from '../../core/index.js';
import { type Entry, named } from './yaml.js';

/** Parameters that by their name bound an answer. */
export function draftRelations(tools: readonly Tool[]): readonly Entry[] {
  const ids = new Set<string>();
  return readersOf(tools).flatMap((tool) =>
    boundParametersOf(tool).flatMap(({ name, expect, unit, values }): readonly Entry[] => {
      const id = `${tool.name}-${name}`;
      if (values.length === 0 || ids.has(id)) return [];
      ids.add(id);
      const required = isRequired(tool, name);
      const needs = requiredOf(tool).filter((one) => one !== name);
      const what = `${named(tool.name)} takes ${named(name)}, by its name a bound on ${unit}`;
      return [
        {
          comment:
            needs.length === 0 ? `${what}.` : `${what}. It needs ${needs.map(named).join(', ')}: see args above.`,
          members: [
            ['id', id],
            ['tool', tool.name],
            ['param', name],
            ['values', values],
            // Without the parameter there is nothing to compare with.
            ['expect', required ? 'at_most' : expect],
            ['unit', unit],
          ],
          active: true,
        },
      ];
    }),
  );
}

const QUERIES: ReadonlySet<string> = new Set(['query', 'q', 'search', 'filter', 'term', 'keyword', 'keywords']);

/** A search and a list of the same things: what the search finds should be in the list. For the author to confirm. */
export function draftAgreements(tools: readonly Tool[]): readonly Entry[] {
  const readers = readersOf(tools);
  const lists = readers.filter((tool) => requiredOf(tool).length === 0);
  return readers.flatMap((search): readonly Entry[] => {
    const query = propertiesOf(search).find((name) => QUERIES.has(nameWords(name).at(-1) ?? ''));
    const nouns = nameNouns(search.name);
    const all = lists.find(
      (one) => one.name !== search.name && nameNouns(one.name).some((noun) => nouns.includes(noun)),
    );
    if (query === undefined || all === undefined) return [];
    return [
      {
        comment: `If ${named(search.name)} finds nothing that ${named(all.name)} does not have:`,
        members: [
          ['left', { tool: search.name, args: { [query]: 'TEXT' } }],
          ['right', { tool: all.name }],
          ['expect', 'subset'],
        ],
        active: false,
      },
    ];
  });
}

/** Reads that need nothing. For the author to confirm: a clock answers differently each time and is right. */
export function draftIdempotent(tools: readonly Tool[]): readonly Entry[] {
  const free = readersOf(tools).filter((tool) => requiredOf(tool).length === 0);
  return free.map(({ name }) => ({
    comment: `If ${named(name)} answers the same twice in a row:`,
    members: [['tool', name]],
    active: false,
  }));
}

/** Each name once: the server answers two tools of one name as one. */
function readersOf(tools: readonly Tool[]): readonly Tool[] {
  const first = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  return tools.filter((tool) => first.get(tool.name) === tool && isReadOnlyTool(tool));
}

function propertiesOf({ inputSchema: { properties } }: Tool): readonly string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}

function requiredOf(tool: Tool): readonly string[] {
  return propertiesOf(tool).filter((name) => isRequired(tool, name));
}
