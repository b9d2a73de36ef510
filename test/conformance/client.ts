/**
 * The client that the suite looks at: reaches the server of a scenario with the session that every run has, and does
 * what an ordinary client would: lists, reads, calls, answers.
 */

import { whyLeftOut } from '../../core/header-marks.js';
import { isObject, type JsonObject } from '../../core/json.js';
import { toolFrom } from '../../core/kernel/catalog.js';
import { filledForm } from '../../core/manifest/form.js';
import type { Tool } from '../../core/model.js';
import { happyArguments } from '../../core/schema/happy.js';
import { openHttp } from '../../core/session/http.js';
import { answersTo, asksMore } from '../../core/session/input-required.js';
import type { Session } from '../../core/session/port.js';
import { STATELESS_VERSION } from '../../core/session/protocol.js';
import { authorizationFor, type Credentials } from './user.js';

/** Of everything: nothing here is about time, and the machine may be busy. */
const TIMEOUT_MS = 60_000;
const MAX_ROUNDS = 10;
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} };

interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What a scenario gives a client. */
export interface Context extends Credentials {
  /** Those to make, where the server does not say enough of its tools. */
  readonly toolCalls?: readonly Call[];
}

/** What the suite tells a client. */
export interface Task {
  readonly scenario: string;
  readonly url: string;
  /** Of the protocol. */
  readonly revision: string;
  readonly context: Context;
}

type AnswerTo = (params: JsonObject) => JsonObject | Promise<JsonObject>;

const ANSWERS: ReadonlyMap<string, AnswerTo> = new Map<string, AnswerTo>([
  ['elicitation/create', fillForm],
  ['roots/list', () => ({ roots: [] })],
  [
    'sampling/createMessage',
    () => ({ role: 'assistant', content: { type: 'text', text: 'A fixed answer.' }, model: 'none' }),
  ],
]);

async function answer(method: string, params: unknown): Promise<JsonObject | undefined> {
  return ANSWERS.get(method)?.(isObject(params) ? params : {});
}

async function fillForm({ requestedSchema: schema }: JsonObject): Promise<JsonObject> {
  return { action: 'accept', content: await filledForm(isObject(schema) ? schema : {}) };
}

/**
 * The result; an empty one when the server refuses.
 * @throws Error when there is no answer
 */
async function request(session: Session, method: string, params: JsonObject): Promise<JsonObject> {
  const given = await session.request(method, params, { timeoutMs: TIMEOUT_MS, questions: { max: 10, answer } });
  if (given.kind === 'error') return {};
  if (given.kind === 'result' && isObject(given.result)) return given.result;
  throw new Error(`${method}: ${given.reason ?? JSON.stringify(given.raw)}`);
}

async function list(session: Session, what: 'tools' | 'resources' | 'prompts'): Promise<readonly JsonObject[]> {
  if (!isObject(session.capabilities) || session.capabilities[what] === undefined) return [];
  const found: JsonObject[] = [];
  let cursor: unknown;
  do {
    const page = await request(session, `${what}/list`, cursor === undefined ? {} : { cursor });
    const entries = page[what];
    if (Array.isArray(entries)) found.push(...entries.filter((entry) => isObject(entry)));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return found;
}

/** Calls a tool until the call is complete. */
async function call(session: Session, { name, arguments: args }: Call): Promise<void> {
  let answers: JsonObject = {};
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = await request(session, 'tools/call', { name, arguments: args, ...answers });
    if (session.era === 'initialize' || !asksMore(result)) return;
    answers = await answersTo(result, answer);
  }
  throw new Error(`${name} asks on after ${MAX_ROUNDS} rounds`);
}

/** One call of each tool that a client may call, with arguments that its schema allows. */
async function callsFor(session: Session, tools: readonly Tool[]): Promise<readonly Call[]> {
  const usable = tools.filter(
    ({ inputSchema }) => session.era === 'initialize' || whyLeftOut(inputSchema) === undefined,
  );
  return Promise.all(
    usable.map(async (tool) => {
      // It wants to see what the client made of the schema of the other tool.
      const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
      if (tool.name === 'json_schema_echo' && schema !== undefined) return { name: tool.name, arguments: { schema } };
      const made = await happyArguments(tool, 0);
      return { name: tool.name, arguments: made.ok ? made.arguments : {} };
    }),
  );
}

async function talk(session: Session, given: readonly Call[] | undefined): Promise<void> {
  const tools = (await list(session, 'tools')).map(toolFrom);
  const [resource] = await list(session, 'resources');
  if (resource !== undefined) await request(session, 'resources/read', { uri: resource['uri'] });
  const [prompt] = await list(session, 'prompts');
  if (prompt !== undefined) await request(session, 'prompts/get', { name: prompt['name'] });
  // At once: what one of them is asked must not get into another.
  await Promise.all((given ?? (await callsFor(session, tools))).map((one) => call(session, one)));
}

/**
 * Does what a scenario is about.
 * @throws Error when it gives the server up, with the reason
 */
export async function drive({ scenario, url, revision, context }: Task): Promise<void> {
  const how = { timeoutMs: TIMEOUT_MS, capabilities: CAPABILITIES };
  // Clients are told which revision to speak, and some servers speak whatever they are spoken to in.
  const era = revision >= STATELESS_VERSION ? ({ era: 'stateless' } as const) : {};
  const target = { kind: 'http', url, ...(await authorizationFor(scenario, url, context)) } as const;
  const session = await openHttp(target, { ...how, ...era });
  try {
    await talk(session, context.toolCalls);
  } finally {
    await session.close();
  }
}
