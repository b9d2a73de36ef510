/** One line of a recorded run, checked member by member. Members that nobody knows are let through. */

import { oneOf, type Reading, type Sort, sorts } from '../documents/reading.js';
import { isObject, type JsonObject } from '../json.js';
import { RUN_COMMANDS, type RunLine } from './run-file.js';

const ERAS = oneOf(['initialize', 'stateless']);
const OUTCOMES = oneOf(['result', 'error', 'malformed', 'timeout', 'aborted', 'closed', 'refused']);
const STATES = oneOf(['observed', 'inconclusive', 'skipped', 'incomplete']);
const EFFECTS = oneOf(['read', 'call', 'mutate']);
const CONFIDENCES = oneOf(['high', 'medium', 'low']);

const span: Sort<number> = {
  what: 'a number, 0 or more',
  fits: (value): value is number => typeof value === 'number' && value >= 0,
};
const listOf = <T>({ what, fits }: Sort<T>): Sort<readonly T[]> => ({
  what: `a list, each ${what}`,
  fits: (value): value is readonly T[] => Array.isArray(value) && (value as readonly unknown[]).every(fits),
});
const texts = listOf(sorts.text);
const seed: Sort<string> = {
  what: '16 to 64 hexadecimal digits',
  fits: (value): value is string => typeof value === 'string' && /^[0-9a-f]{16,64}$/.test(value),
};

type Check = (line: JsonObject, reading: Reading) => void;

/** A member that may be left out. */
function maybe<T>(line: JsonObject, name: string, path: string, sort: Sort<T>, reading: Reading): void {
  if (Object.hasOwn(line, name)) reading.value(line[name], `${path}/${name}`, sort);
}

/** An object whose members have names of somebody else's. */
function members(part: JsonObject, path: string, sort: Sort<unknown>, reading: Reading): void {
  if (!Object.values(part).every(sort.fits)) reading.problem(path, `takes for each of its members ${sort.what}.`);
}

/** A member that must be an object, with what must be in it. */
function inside(
  line: JsonObject,
  name: string,
  reading: Reading,
  check: (part: JsonObject, path: string) => void,
): void {
  const part = reading.member(line, name, '', sorts.object);
  if (part !== undefined) check(part, `/${name}`);
}

function subject(line: JsonObject, reading: Reading): void {
  inside(line, 'subject', reading, (part, path) => {
    reading.member(part, 'kind', path, sorts.text);
    reading.member(part, 'name', path, sorts.text);
    maybe(part, 'index', path, sorts.count, reading);
  });
}

function cut(line: JsonObject, reading: Reading): void {
  if (!Object.hasOwn(line, 'cut')) return;
  inside(line, 'cut', reading, (part, path) => {
    reading.member(part, 'parts', path, texts);
    reading.member(part, 'why', path, sorts.text);
  });
}

function wire(part: JsonObject, path: string, reading: Reading): void {
  for (const name of ['noiseLines', 'orphans', 'oversize', 'batches']) reading.member(part, name, path, sorts.count);
  reading.member(part, 'noiseSamples', path, texts);
}

const CHECKS: Readonly<Record<RunLine['type'], Check>> = {
  run(line, reading) {
    reading.member(line, 'toolscore', '', sorts.text);
    reading.member(line, 'command', '', oneOf(RUN_COMMANDS));
    reading.member(line, 'recorded', '', sorts.text);
    reading.member(line, 'seed', '', seed);
    inside(line, 'target', reading, (part, path) => target(part, path, reading));
    inside(line, 'permissions', reading, (part, path) => {
      reading.member(part, 'readOnly', path, sorts.flag);
      reading.member(part, 'allowWrites', path, sorts.flag);
      reading.member(part, 'mayWrite', path, texts);
      maybe(part, 'attested', path, texts, reading);
      maybe(part, 'confirmReadOnly', path, sorts.flag, reading);
      maybe(part, 'because', path, sorts.text, reading);
    });
  },
  session(line, reading) {
    reading.member(line, 'number', '', sorts.place);
    reading.member(line, 'era', '', ERAS);
    reading.member(line, 'version', '', sorts.text);
  },
  call(line, reading) {
    reading.member(line, 'id', '', sorts.place);
    reading.member(line, 'plugin', '', sorts.text);
    reading.member(line, 'session', '', sorts.place);
    reading.member(line, 'method', '', sorts.text);
    reading.member(line, 'params', '', sorts.object);
    reading.member(line, 'outcome', '', OUTCOMES);
    reading.member(line, 'ms', '', span);
    if (Object.hasOwn(line, 'subject')) subject(line, reading);
    for (const name of ['reason', 'excerpt', 'paramsHash', 'challenge']) maybe(line, name, '', sorts.text, reading);
    for (const name of ['status', 'questions']) maybe(line, name, '', sorts.count, reading);
    maybe(line, 'notes', '', listOf(sorts.object), reading);
    maybe(line, 'cancelled', '', { what: 'true', fits: (value): value is true => value === true }, reading);
    if (Object.hasOwn(line, 'wire')) inside(line, 'wire', reading, (part, path) => wire(part, path, reading));
    cut(line, reading);
  },
  server(line, reading) {
    inside(line, 'server', reading, (part, path) => {
      for (const name of ['name', 'version', 'protocolVersion', 'instructions'])
        reading.member(part, name, path, sorts.text);
      reading.member(part, 'era', path, ERAS);
      reading.member(part, 'capabilities', path, sorts.object);
    });
  },
  tool(line, reading) {
    inside(line, 'tool', reading, (part, path) => {
      reading.member(part, 'index', path, sorts.count);
      for (const name of ['name', 'description']) reading.member(part, name, path, sorts.text);
      for (const name of ['inputSchema', 'annotations']) reading.member(part, name, path, sorts.object);
      maybe(part, 'outputSchema', path, sorts.object, reading);
    });
    cut(line, reading);
  },
  observation(line, reading) {
    reading.member(line, 'number', '', sorts.count);
    reading.member(line, 'kind', '', sorts.text);
    subject(line, reading);
    const state = reading.member(line, 'state', '', STATES);
    if (state === 'observed') reading.member(line, 'data', '', sorts.object);
    else maybe(line, 'data', '', sorts.object, reading);
    for (const name of ['reason', 'basis']) maybe(line, name, '', sorts.text, reading);
    maybe(line, 'confidence', '', CONFIDENCES, reading);
    reading.member(line, 'evidence', '', listOf(sorts.place));
    reading.member(line, 'probe', '', sorts.text);
    cut(line, reading);
  },
  fault(line, reading) {
    for (const name of ['plugin', 'step', 'message', 'cost']) reading.member(line, name, '', sorts.text);
  },
  end(line, reading) {
    inside(line, 'subjects', reading, (part, path) => members(part, path, sorts.count, reading));
    if (Object.hasOwn(line, 'sought'))
      inside(line, 'sought', reading, (part, path) => members(part, path, EFFECTS, reading));
    reading.member(line, 'kinds', '', texts);
    reading.member(line, 'probed', '', sorts.flag);
    reading.member(line, 'dropped', '', sorts.count);
    inside(line, 'wire', reading, (part, path) => wire(part, path, reading));
    for (const [name, member] of [['serverEnded', 'stderr']] as const)
      if (Object.hasOwn(line, name))
        inside(line, name, reading, (part, path) => void reading.member(part, member, path, sorts.text));
    if (Object.hasOwn(line, 'restart'))
      inside(line, 'restart', reading, (part, path) => maybe(part, 'failure', path, sorts.text, reading));
    if (Object.hasOwn(line, 'declaredIn'))
      inside(line, 'declaredIn', reading, (part, path) => {
        reading.member(part, 'source', path, sorts.text);
        for (const name of ['line', 'column']) maybe(part, name, path, sorts.place, reading);
      });
    if (Object.hasOwn(line, 'unfinished'))
      inside(line, 'unfinished', reading, (part, path) => {
        reading.member(part, 'reason', path, sorts.text);
        reading.member(part, 'notRun', path, texts);
      });
  },
};

function target(part: JsonObject, path: string, reading: Reading): void {
  const kind = reading.member(part, 'kind', path, oneOf(['stdio', 'http']));
  if (kind === 'http') {
    reading.member(part, 'url', path, sorts.text);
    reading.member(part, 'headers', path, texts);
  } else if (kind === 'stdio') {
    reading.member(part, 'command', path, texts);
    reading.member(part, 'env', path, texts);
    maybe(part, 'cwd', path, sorts.text, reading);
  }
}

const TYPES = oneOf(Object.keys(CHECKS) as RunLine['type'][]);

/** The line when it is one; what is wrong is in `reading`. */
export function checkedLine(value: unknown, reading: Reading): RunLine | undefined {
  if (!isObject(value)) {
    reading.problem('', 'is no object. Each line of a recorded run is one.');
    return undefined;
  }
  const type = reading.member(value, 'type', '', TYPES);
  if (type === undefined) return undefined;
  CHECKS[type](value, reading);
  // Every member that is used was looked at.
  return reading.clean ? (value as unknown as RunLine) : undefined;
}
