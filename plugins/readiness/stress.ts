/** Two clients at once, and a text that is far too long: once each, on tools that are known to work. Spec: manifest 4.9.1. */

import {
  BATTERY,
  CaseFault,
  callOversized,
  type CaseRun,
  isObject,
  type JsonObject,
  type ListedTool,
  listTools,
  type ObservationMap,
  orFault,
  type Peer,
} from '../../core/index.js';
import type { Connection } from './connection.js';
import { endingOf } from './exercise.js';
import { propertiesOf } from './listing.js';

/** A tool all of whose calls succeeded, with the arguments they were made with. */
export interface WorkingTool {
  readonly tool: ListedTool;
  readonly args: JsonObject;
}

/**
 * Whether two independent clients can call a tool at the same moment.
 * @throws CaseFault when there is no connection at all, or the budget is used up
 */
export async function contend(
  connection: Connection,
  { tool: { name }, args }: WorkingTool,
): Promise<ObservationMap['readiness.contention']> {
  const first = await connection.peer();
  const second = await orFault(connection.open());
  if (second instanceof CaseFault) return { tool: name, both_succeeded: false };
  try {
    const { tools } = await listTools(second);
    const ends = tools.has(name) ? await Promise.all([first, second].map((peer) => succeeds(peer, name, args))) : [];
    return { tool: name, both_succeeded: ends.length > 0 && !ends.includes(false) };
  } finally {
    await second.session.close();
  }
}

async function succeeds(peer: Peer, tool: string, args: JsonObject): Promise<boolean> {
  const completed = await orFault(peer.call(tool, args));
  return !(completed instanceof CaseFault) && endingOf(completed) === 'success';
}

/**
 * Whether a server survives a text of a million bytes.
 * @throws CaseFault when there is no connection, or the budget is used up
 */
export async function overload(
  connection: Connection,
  { tool: { name }, args }: WorkingTool,
  field: string,
  run: Pick<CaseRun, 'era' | 'transport'>,
): Promise<ObservationMap['readiness.payload']> {
  const size = BATTERY.payloadBytes;
  const { usable } = await callOversized(await connection.peer(), { tool: name, args, field, size }, run);
  return { tool: name, bytes: size, survived: usable };
}

/** The first property that takes a text, in the order of the schema. */
export function textPropertyOf(tool: ListedTool): string | undefined {
  return Object.entries(propertiesOf(tool)).find(([, schema]) => takesText(schema))?.[0];
}

function takesText(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type } = schema;
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
