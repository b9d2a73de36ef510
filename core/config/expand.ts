/** Variables in client config files, as the clients that read these files know them. */

import { homedir } from 'node:os';
import { basename, sep } from 'node:path';

/** What variables stand for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folder of the project that the file belongs to. */
  readonly workspace: string;
  /** What the entry itself gives its server. Clients do not fill it in; it is known for the messages only. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** What an editor asks for, in words, by the id of each input of the file. */
  readonly inputs?: ReadonlyMap<string, string>;
}

export interface Unfilled {
  /** What could not be filled in, the same for each place that uses it. */
  readonly about: string;
  /** A sentence without its subject. The value of a variable is never in it. */
  readonly message: string;
}

export interface Expanded {
  readonly text: string;
  readonly problems: readonly Unfilled[];
}

/** Fills in `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${input:ID}` and the folders that editors know. What a variable holds is not expanded again. */
export function expand(text: string, surroundings: Surroundings): Expanded {
  const problems: Unfilled[] = [];
  const filled = text.replaceAll(/\$\{([^}]*)\}/g, (written, inner: string) => {
    const found = valueOf(inner, surroundings);
    if (typeof found === 'string') return found;
    problems.push({ about: found.about, message: `uses ${written}, ${found.problem}` });
    return written;
  });
  return { text: filled, problems };
}

/** The variable of the environment that gives an input its value. */
export function inputVariable(id: string): string {
  return `TOOLSCORE_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

interface Missing {
  readonly about: string;
  readonly problem: string;
}

function valueOf(inner: string, surroundings: Surroundings): string | Missing {
  const { env, workspace } = surroundings;
  const folders = new Map([
    ['workspaceFolder', workspace],
    ['workspaceFolderBasename', basename(workspace)],
    ['userHome', homedir()],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
  const folder = folders.get(inner);
  if (folder !== undefined) return folder;
  if (inner.startsWith('input:')) return inputOf(inner.slice('input:'.length), surroundings);
  const [, name, fallback] = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner) ?? [];
  if (name === undefined) return { about: inner, problem: 'which is no variable. Use ${env:NAME} and set NAME.' };
  const value = heldBy(env, name);
  // As in a shell, the default also stands in for an empty value.
  if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
  return value ?? unset(name, surroundings);
}

function inputOf(id: string, { env, inputs }: Surroundings): string | Missing {
  const variable = inputVariable(id);
  const asked = inputs?.get(id) ?? '';
  const what = asked === '' ? '' : ` (${JSON.stringify(asked)})`;
  return (
    heldBy(env, variable) ?? {
      about: `input:${id}`,
      problem: `an input that an editor asks for while it runs${what}, so it has no value here. Give it one in the environment: ${variable}=…`,
    }
  );
}

function heldBy(env: Surroundings['env'], name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function unset(name: string, { env, own = {} }: Surroundings): Missing {
  const circle = circleFrom(name, env, own);
  if (circle.length > 2) {
    return {
      // Whichever of them is met first tells about all of them.
      about: [...new Set(circle)].toSorted().join(' '),
      problem: `and the variables of this entry go round in a circle: ${circle.join(' → ')}. Set ${name} in the environment, or write a value.`,
    };
  }
  const beside = Object.hasOwn(own, name) && circle.length === 0;
  const why = beside ? ' The env of this entry is what its server gets; it fills in nothing here.' : '';
  return { about: name, problem: `and the variable ${name} is not set.${why} Set it, or write \${${name}:-default}.` };
}

/** The names from one variable of an entry back to itself, each with the next one in its value; empty when there is no way back. */
function circleFrom(
  start: string,
  env: Surroundings['env'],
  own: Readonly<Record<string, unknown>>,
): readonly string[] {
  const next = (name: string): readonly string[] => {
    const text = Object.hasOwn(own, name) ? own[name] : undefined;
    if (typeof text !== 'string') return [];
    const named = [...text.matchAll(/\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, found]) => found as string);
    return named.filter((found) => heldBy(env, found) === undefined);
  };
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const found of next(name)) {
      if (found === start) return wayBack(start, name, cameFrom);
      if (cameFrom.has(found)) continue;
      cameFrom.set(found, name);
      open.push(found);
    }
  }
  return [];
}

function wayBack(start: string, last: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [start];
  for (let name: string | undefined = last; name !== undefined && name !== start; name = cameFrom.get(name))
    way.unshift(name);
  return [start, ...way];
}
