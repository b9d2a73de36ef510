/** Client config files: the servers that a desktop client or an editor starts. Spec: scorecard 1.9. */

import { UsageError } from '../errors.js';
import type { Source } from '../load/source.js';
import type { Origin, Target } from '../model.js';
import { didYouMean } from '../nearest.js';
import { ClientEntry } from './client-entry.js';
import { type ClientFile, type ListedServer, readClientFile, wrong } from './client-file.js';
import type { Surroundings } from './expand.js';

/** A server taken from a client config file: somebody's real one, so that a run leaves it as it is unless told otherwise. */
export interface ServerChoice {
  readonly target: Target;
  readonly fromClientConfig: boolean;
  /** Its name in the client config file. */
  readonly name: string | undefined;
  /** The file that names it, as messages show it. */
  readonly file: string;
  /** Where that file says so; left out when no file does. `source` is a path. */
  readonly declaredIn?: Origin;
  /** What the reader should know of how the entry was read, each a sentence. */
  readonly notes?: readonly string[];
}

/** What a choice depends on besides the file. */
export interface ChoiceContext {
  readonly env?: Surroundings['env'];
  /** Where the user is. */
  readonly cwd?: string;
}

/**
 * The target of one server of a client config file; of the only one that is not switched off, when `name` is left out.
 * @throws UsageError with everything that is wrong with the file or the entry
 */
export function chooseServer(
  source: Source,
  name: string | undefined,
  { env = process.env, cwd = process.cwd() }: ChoiceContext = {},
): ServerChoice {
  const file = readClientFile(source, cwd);
  const chosen = serverIn(file, name);
  const problems: string[] = [];
  const choice = choiceOf(file, chosen, { env, problems, told: new Set() });
  if (choice === undefined || problems.length > 0) throw new UsageError(problems);
  if (chosen.disabled)
    return {
      ...choice,
      notes: [`"${chosen.name}" is disabled in ${source.shown}; it was named, so it runs.`, ...(choice.notes ?? [])],
    };
  const skipped = name === undefined ? disabledNotes(file) : [];
  return { ...choice, notes: [...skipped, ...(choice.notes ?? [])] };
}

/**
 * The targets of all servers of a client config file that are not switched off, in its order.
 * @throws UsageError with everything that is wrong with the file or any of these entries
 */
export function chooseServers(
  source: Source,
  { env = process.env, cwd = process.cwd() }: ChoiceContext = {},
): { readonly choices: readonly (ServerChoice & { readonly name: string })[]; readonly notes: readonly string[] } {
  const file = readClientFile(source, cwd);
  const problems: string[] = [];
  const told = new Set<string>();
  const enabled = [...file.servers.values()].filter(({ disabled }) => !disabled);
  if (enabled.length === 0) throw allDisabled(file);
  const choices = enabled.flatMap((server) => {
    const choice = choiceOf(file, server, { env, problems, told });
    return choice === undefined ? [] : [{ ...choice, name: server.name }];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return { choices, notes: disabledNotes(file) };
}

interface Reading {
  readonly env: Surroundings['env'];
  /** Gets what is wrong. */
  readonly problems: string[];
  /** Variables whose absence was told. */
  readonly told: Set<string>;
}

function choiceOf(
  { source, workspace, inputs }: ClientFile,
  { name, path, entry }: ListedServer,
  { env, problems, told }: Reading,
): ServerChoice | undefined {
  const reading = new ClientEntry(source, path, entry, { fill: { env, workspace, inputs }, told });
  const target = reading.target();
  problems.push(...reading.problems);
  if (target === undefined) return undefined;
  const declaredIn = { ...source.locate(path, true), source: source.file };
  return { target, fromClientConfig: true, name, file: source.shown, declaredIn, notes: reading.notes };
}

function serverIn(file: ClientFile, name: string | undefined): ListedServer {
  const { source, path, servers } = file;
  const names = [...servers.keys()].sort();
  if (name !== undefined) {
    const named = servers.get(name);
    if (named !== undefined) return named;
    throw wrong(source, {
      path,
      atKey: true,
      message: `no server is called "${name}". There are: ${names.join(', ')}.${didYouMean(name, names)}`,
    });
  }
  const enabled = [...servers.values()].filter(({ disabled }) => !disabled);
  const [only] = enabled;
  if (only === undefined) throw allDisabled(file);
  if (enabled.length === 1) return only;
  throw wrong(source, {
    path,
    atKey: true,
    message: `has ${names.length} servers: ${names.join(', ')}. Choose one with --server NAME.`,
  });
}

function allDisabled({ source, path, servers }: ClientFile): UsageError {
  const names = [...servers.keys()].sort().join(', ');
  return wrong(source, {
    path,
    atKey: true,
    message: `has no server that is not disabled: ${names}. Choose one all the same with --server NAME.`,
  });
}

function disabledNotes({ source, servers }: ClientFile): readonly string[] {
  return [...servers.values()]
    .filter(({ disabled }) => disabled)
    .map(({ name }) => `Skipped "${name}", which is disabled in ${source.shown}.`);
}
