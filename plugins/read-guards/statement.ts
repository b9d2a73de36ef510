/** Tools that read what an SQL statement asks for, and how sure it is that they are to do nothing else. */

import { idName, isObject, isReadOnlyTool, nameWords, type ProbeScope, type Tool } from '../../core/index.js';

export interface Statement {
  /** Name of the property that takes it. */
  readonly argument: string;
  /** By what the tool says that it only reads. */
  readonly claim: string;
  /** The server says it itself, and not by a name alone. */
  readonly isClear: boolean;
}

const NAMES: ReadonlySet<string> = new Set(
  'sql query statement sql_query sql_statement query_sql select_query select_statement'.split(' '),
);
const SPEAKS_OF_SQL = /\bSQL(?:ite)?\b|\bSELECT\b/i;
/** A statement that reads, as a user would give one. */
const READS = /^\s*(?:select|with|show|pragma|explain|values)\b/i;
/** Nothing but reading is meant. */
const RESTRICTS =
  /\bread[- ]?only\b|\bonly\b[^.;]{0,30}\bSELECT\b|\bSELECT\b[- ][^.;]{0,20}\b(?:only|query|queries|statements?)\b|\b(?:no|not|never|without|cannot|can't|must not)\b[^.;]{0,40}\b(?:INSERT|UPDATE|DELETE|modif\w+|writ\w+)\b/i;
const WRITES =
  /\b(?:INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|DDL|DML|writ\w+|modif\w+|any|arbitrary|all (?:SQL|statements|queries))\b/i;
const READING_WORDS: ReadonlySet<string> = new Set(['read', 'select']);

/** Undefined when the tool takes no such statement, or it is not certain enough that it is to read only. */
export function statementOf({ values }: Pick<ProbeScope, 'values'>, tool: Tool): Statement | undefined {
  const { name, description, annotations, inputSchema } = tool;
  if (!isReadOnlyTool(tool) || !isObject(inputSchema['properties'])) return undefined;
  const found = Object.entries(inputSchema['properties']).find(
    ([property, schema]) => NAMES.has(idName(property)) && isObject(schema) && schema['type'] === 'string',
  );
  if (found === undefined) return undefined;
  const [argument, schema] = found;
  const own = isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
  const text = `${description}\n${own}`;
  if (!nameWords(`${argument} ${name}`).includes('sql') && !SPEAKS_OF_SQL.test(text)) return undefined;
  const given = values(tool).get(argument);
  if (given !== undefined && (typeof given !== 'string' || !READS.test(given))) return undefined;
  if (annotations['readOnlyHint'] === true) return { argument, claim: 'declares readOnlyHint: true', isClear: true };
  const restriction = RESTRICTS.exec(text)?.[0];
  if (restriction !== undefined)
    return { argument, claim: `says "${restriction.replaceAll(/\s+/g, ' ')}"`, isClear: true };
  const isCalledSo = nameWords(name).some((word) => READING_WORDS.has(word)) || /\bSELECT\b/.test(text);
  if (!isCalledSo || WRITES.test(text)) return undefined;
  return { argument, claim: 'is called like a tool that only reads', isClear: false };
}
