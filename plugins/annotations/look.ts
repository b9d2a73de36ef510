import {
  answerOf,
  type CallRecord,
  isReadOnlyTool,
  isUntouchable,
  nameVerbs,
  nameWords,
  type ProbeScope,
  requiredArguments,
  type Tool,
} from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { shortened } from '../effect-checks/words.js';
import { differenceBetween } from '../effect-checks/state.js';
import { Witness } from './witness.js';

type Scope = ProbeScope<'server'>;

/** Tools that are tried, and tools that are asked for what changed: each tried one costs a call, and a look of every witness. */
const MOST_TRIED = 20;
const MOST_WITNESSES = 3;
/** A call may show there, and be a pure read. */
const RECORDING: ReadonlySet<string> = new Set(
  'history log logs audit trace stats statistics metrics usage health status recent events activity monitor env time'.split(
    ' ',
  ),
);
const LISTING: ReadonlySet<string> = new Set('list search find read query browse'.split(' '));

/**
 * One observation for each tool that declares to be read-only and can be called. Lists come first: they are the witnesses
 * of what is called behind them, so that the first call of every other tool is seen.
 */
export async function look(scope: Scope): Promise<void> {
  const { tools } = scope.catalog;
  const callable = tools.filter((tool) => mayTry(tool, scope));
  const lists = callable.filter(({ name }) => nameVerbs(name).some((verb) => LISTING.has(verb)));
  const witnesses: Witness[] = [];
  let tried = 0;
  try {
    for (const tool of new Set([...lists, ...callable])) {
      const declared = tool.annotations['readOnlyHint'] === true;
      if (declared && tried < MOST_TRIED) {
        tried += 1;
        await tryTool(scope, tool, witnesses);
      }
      if (witnesses.length < MOST_WITNESSES && isWitness(tool)) {
        const witness = new Witness(scope, tool);
        if ((await witness.look()) && (await witness.isUnchanged())) witnesses.push(witness);
      }
    }
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error;
    scope[error.state]('tool.declared-effect', error.message);
  }
}

function mayTry(tool: Tool, scope: Scope): boolean {
  // What a tool says of itself does not make it harmless to trigger something.
  const reaches = isUntouchable({ ...tool, annotations: {} });
  const excluded = scope.effects.exclude.includes(tool.name) || !scope.mayCall(tool).allowed;
  return isReadOnlyTool(tool) && isNamed(tool, scope.catalog) && !reaches && !excluded;
}

/** A tool that shows what there is, without being told of what. */
function isWitness({ name, inputSchema: { required } }: Tool): boolean {
  const demands = Array.isArray(required) && required.length > 0;
  return !demands && !nameWords(name).some((word) => RECORDING.has(word));
}

async function tryTool(scope: Scope, tool: Tool, witnesses: readonly Witness[]): Promise<void> {
  const { name, index } = tool;
  const about = { subject: { kind: 'tool', name, index } };
  const hint = 'readOnlyHint: true';
  const data = {
    check: 'declared-effect',
    tool: name,
    id: '',
    hint,
    untrue: false,
    happened: '',
    markers: [],
  } as const;
  if (witnesses.length === 0)
    return scope.skipped(
      'tool.declared-effect',
      'no other read tool answers without arguments, so nothing could show a change',
      undefined,
      about,
    );
  const made = await requiredArguments(tool, scope.values(tool));
  if (!made.ok)
    return scope.skipped('tool.declared-effect', `no valid arguments could be made: ${made.reason}`, undefined, about);
  for (const witness of witnesses) await witness.look();
  const call = await scope.call('tools/call', { name, arguments: made.arguments });
  const answer = answerOf(call);
  if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
  const change = await changeOf(call, witnesses);
  if (change !== undefined) {
    const { witness, difference, evidence } = change;
    const happened = `${witness} answers something else since it was called: ${difference}`;
    // Once may be chance: something else may have changed it in between.
    const again = await changeOf(await scope.call('tools/call', { name, arguments: made.arguments }), witnesses);
    return scope.emit(
      'tool.declared-effect',
      { ...data, untrue: true, happened, markers: [], summary: '', details: detailsOf(witness, again) },
      {
        ...about,
        confidence: again === undefined ? 'medium' : 'high',
        basis: `${witness} answered the same twice before`,
        evidence,
      },
    );
  }
  if (answer.kind !== 'answered') {
    const reason = `it could not be called: ${shortened(answer.reason, 100)}`;
    return scope.skipped('tool.declared-effect', reason, undefined, { ...about, evidence: [call] });
  }
  const names = witnesses.map((witness) => witness.tool.name).join(', ');
  const summary = `${names} ${witnesses.length === 1 ? 'answers' : 'answer'} the same after a call`;
  scope.emit(
    'tool.declared-effect',
    { ...data, markers: [], summary, details: [] },
    { ...about, confidence: 'high', evidence: [call] },
  );
}

interface Change {
  readonly witness: string;
  readonly difference: string;
  readonly evidence: readonly CallRecord[];
}

/** What a witness shows since a call, and keeps to showing. */
async function changeOf(call: CallRecord, witnesses: readonly Witness[]): Promise<Change | undefined> {
  for (const witness of witnesses) {
    const before = witness.state;
    if (await witness.isUnchanged()) continue;
    const difference = differenceBetween(before ?? '', witness.state ?? '');
    const evidence = witness.calls(call);
    if (await witness.isAtRest()) return { witness: witness.tool.name, difference, evidence };
  }
  return undefined;
}

function detailsOf(witness: string, again: Change | undefined): { step: string; outcome: string; note: string }[] {
  return [
    { step: `read ${witness} twice`, outcome: 'the same', note: '' },
    { step: 'call the tool', outcome: 'answered', note: '' },
    { step: `read ${witness}`, outcome: 'something else, and that again', note: '' },
    {
      step: 'call the tool again',
      outcome: again === undefined ? 'nothing changed' : 'something changed again',
      note: '',
    },
  ];
}
