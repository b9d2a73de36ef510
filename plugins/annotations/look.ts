import { isObject, isReadOnlyTool, type JsonObject, nameWords, type ProbeScope, type Tool } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { workingCall } from '../effect-checks/working.js';
import { differenceBetween } from './state.js';
import { Witness } from './witness.js';

type Scope = ProbeScope<'server'>;

/** Tools that are tried, and tools that are asked for what changed: each tried one costs a call and a look of every witness. */
const MOST_TRIED = 20;
const MOST_WITNESSES = 3;
/** A call may show there, and be a pure read. */
const RECORDING: ReadonlySet<string> = new Set(
  'history log logs audit trace stats statistics metrics usage health status recent events activity monitor env time'.split(
    ' ',
  ),
);

/** One observation for each tool that declares to be read-only and can be called. */
export async function look(scope: Scope): Promise<void> {
  const { tools } = scope.catalog;
  const declared = tools.filter((tool) => tool.annotations['readOnlyHint'] === true && isNamed(tool, scope.catalog));
  const mayAsk = (tool: Tool): boolean => !scope.effects.exclude.includes(tool.name) && scope.mayCall(tool).allowed;
  const tried = declared.filter(mayAsk).slice(0, MOST_TRIED);
  if (tried.length === 0) return;
  try {
    const witnesses = await findWitnesses(
      scope,
      tools.filter((tool) => isWitness(tool, scope) && mayAsk(tool)),
    );
    for (const tool of tried) await tryTool(scope, tool, witnesses);
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error;
    scope[error.state]('tool.read-only', error.message);
  }
}

/** A tool that shows what there is, without being told of what. */
function isWitness(tool: Tool, { catalog }: Scope): boolean {
  const { properties, required } = tool.inputSchema;
  const demands = Array.isArray(required) && isObject(properties) && required.length > 0;
  return (
    isReadOnlyTool(tool) &&
    !demands &&
    isNamed(tool, catalog) &&
    !nameWords(tool.name).some((word) => RECORDING.has(word))
  );
}

/** Those that answer the same twice in a row, each before the next is tried: one that changes something must not spoil the others. */
async function findWitnesses(scope: Scope, tools: readonly Tool[]): Promise<readonly Witness[]> {
  const found: Witness[] = [];
  for (const tool of tools) {
    if (found.length === MOST_WITNESSES) break;
    const witness = new Witness(scope, tool);
    if ((await witness.look()) && (await witness.isUnchanged())) found.push(witness);
  }
  return found;
}

async function tryTool(scope: Scope, tool: Tool, witnesses: readonly Witness[]): Promise<void> {
  const others = witnesses.filter((witness) => witness.tool !== tool);
  const { name, index } = tool;
  const subject = { kind: 'tool', name, index };
  const data = { check: 'read-only', tool: name, id: '', changed: false, witness: '', difference: '' } as const;
  if (others.length === 0)
    return scope.skipped(
      'tool.read-only',
      'no other read tool answers without arguments, so nothing could show a change',
      undefined,
      { subject },
    );
  const working = await workingCall(scope, tool);
  if ('reason' in working)
    return scope.skipped('tool.read-only', `it could not be called: ${working.reason}`, undefined, { subject });
  for (const witness of others) await witness.look();
  const call = await scope.call('tools/call', { name, arguments: working.arguments });
  for (const witness of others) {
    const before = witness.state;
    if (await witness.isUnchanged()) continue;
    const after = witness.state;
    const evidence = witness.calls(call);
    if (!(await witness.isAtRest())) continue;
    const difference = differenceBetween(before ?? '', after ?? '');
    const details = detailsOf(witness, working.arguments);
    return scope.emit(
      'tool.read-only',
      { ...data, changed: true, witness: witness.tool.name, difference, markers: [], summary: '', details },
      { subject, confidence: 'high', basis: `${witness.tool.name} answered the same twice before`, evidence },
    );
  }
  const summary = `${others.map((witness) => witness.tool.name).join(', ')} ${others.length === 1 ? 'answers' : 'answer'} the same after a call`;
  scope.emit(
    'tool.read-only',
    { ...data, markers: [], summary, details: [] },
    { subject, confidence: 'high', evidence: [call] },
  );
}

function detailsOf({ tool }: Witness, args: JsonObject): { step: string; outcome: string; note: string }[] {
  return [
    { step: `read ${tool.name} twice`, outcome: 'the same', note: '' },
    { step: 'call the tool', outcome: 'answered', note: Object.keys(args).length === 0 ? '' : 'with arguments' },
    { step: `read ${tool.name}`, outcome: 'something else, and that again', note: '' },
  ];
}
