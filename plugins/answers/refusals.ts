/** How a tool refuses arguments that are missing or wrong: in words for the caller, or with what its inside threw. */

import {
  type Catalog,
  isObject,
  isWriteTool,
  type JsonObject,
  ledgerOf,
  type ProbeScope,
  rawErrorIn,
  type Tool,
} from '../../core/index.js';
import type { ToolRefusal } from '../../schemas/observations.gen.js';
import { shortened } from '../effect-checks/words.js';
import { type Heard, heardOf, type Refusal } from './heard.js';
import { aimsAtNothing, withoutInvented } from './invented.js';

/** JSON-RPC: the server's own fault. Source: JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32603;
const MAX_WORDS = 140;
const BASIS = 'heard in all answers of the run';

interface Raw {
  readonly refusal: Refusal;
  readonly kind: 'exception' | 'path';
  readonly words: string;
}

/** One observation for a tool that was given bad arguments and refused them. */
export function observeRefusals(scope: ProbeScope<'tool'>, heard: Heard): void {
  const ledger = ledgerOf(scope.catalog);
  // What a write tool is given to store need not be there before.
  const isBad = ({ invalid, sent }: Refusal): boolean =>
    invalid || (!isWriteTool(heard.tool) && aimsAtNothing(sent, ledger));
  const [raw] = heard.refusals.flatMap((refusal) => rawOf(heard.tool, refusal, isBad(refusal)) ?? []);
  const bad = heard.refusals.filter(isBad);
  if (raw !== undefined) {
    const { refusal, kind, words } = raw;
    const data = observed(heard.tool.name, [heard.tool.name], kind, `answers ${askedOf(refusal)} with`, words);
    scope.emit('tool.refusal', data, { confidence: 'medium', evidence: [refusal.record], basis: BASIS });
  } else if (bad.length > 0) {
    const data = observed(heard.tool.name, [heard.tool.name], 'clear', '', '');
    const evidence = bad.slice(0, 3).map(({ record }) => record);
    scope.emit('tool.refusal', data, { confidence: 'medium', evidence, basis: BASIS });
  }
}

/** Once for a server: the code of an internal error beside a text that is clear. Some server libraries answer like that of themselves. */
export function observeInternalCodes(scope: ProbeScope<'tool'>): void {
  const found = internalCodes(scope.catalog);
  const [first] = found;
  if (first === undefined) return;
  const names = found.map(({ tool }) => tool);
  const tools = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const words = `${INTERNAL_ERROR} ${shortened(withoutInvented(first.refusal.text), MAX_WORDS)}`;
  scope.emit(
    'tool.refusal',
    observed(
      '',
      tools,
      'internal-code',
      `${names.length > 1 ? 'answer' : 'answers'} ${askedOf(first.refusal)} with`,
      words,
    ),
    {
      confidence: 'low',
      evidence: found.slice(0, 3).map(({ refusal }) => refusal.record),
      basis: BASIS,
      subject: { kind: 'server', name: scope.catalog.server.name },
    },
  );
}

function internalCodes({ tools }: Catalog): readonly { readonly tool: string; readonly refusal: Refusal }[] {
  return tools.flatMap((tool) => {
    const refusals = heardOf(tool)?.refusals ?? [];
    const refusal = refusals.find(
      (one) => one.invalid && one.code === INTERNAL_ERROR && rawOf(tool, one, true) === undefined,
    );
    return refusal === undefined ? [] : [{ tool: tool.name, refusal }];
  });
}

/** A path gives away as much when the arguments were right. */
function rawOf({ inputSchema: { properties } }: Tool, refusal: Refusal, isBad: boolean): Raw | undefined {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const raw = rawErrorIn(refusal.text, textsOf(refusal.sent), names);
  if (raw === undefined || (raw.kind === 'exception' && !isBad)) return undefined;
  return { refusal, kind: raw.kind, words: shortened(withoutInvented(raw.words), MAX_WORDS) };
}

function askedOf({ invalid, sent }: Refusal): string {
  if (!invalid) return 'a call for what it does not know';
  return Object.keys(sent).length === 0 ? 'a call without arguments' : 'a call with wrong arguments';
}

function observed(tool: string, tools: string[], kind: ToolRefusal['kind'], asked: string, words: string): ToolRefusal {
  const summary = kind === 'clear' ? 'bad arguments are refused in words for the caller' : '';
  const details = words === '' ? [] : [{ step: asked, outcome: 'refused', note: words }];
  return { check: 'refusal', tool, id: '', markers: [], kind, asked, words, tools, summary, details };
}

function textsOf(sent: JsonObject): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [sent];
  for (let left = 500; open.length > 0 && left > 0; left -= 1) {
    const part = open.pop();
    if (typeof part === 'string') texts.push(part);
    else if (Array.isArray(part) || isObject(part)) open.push(...(Object.values(part) as unknown[]));
  }
  return texts;
}
