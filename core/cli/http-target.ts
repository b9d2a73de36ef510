/** A server over HTTP as the command line names it: an address, and headers whose values are secrets. */

import { UsageError } from '../errors.js';
import type { HttpTarget } from '../model.js';
import { Problems } from '../problems.js';
import { whyNotSendable } from '../session/http/headers.js';
import type { RunOptions } from './options.js';

type Headers = Readonly<Record<string, string>>;

/** @throws UsageError when the address is none; it is not repeated, because it may hold a secret */
export function urlTarget(url: string): HttpTarget {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'http', url };
  throw new UsageError('--url takes an address of http or https, such as http://127.0.0.1:3000/mcp.');
}

/**
 * The headers of `--header` and `--header-env`.
 * @throws UsageError with everything that is wrong; no value is ever repeated
 */
export function givenHeaders(
  { header = [], headerEnv = [] }: Pick<RunOptions, 'header' | 'headerEnv'>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Headers {
  const problems = new Problems();
  const found = new Map<string, readonly [string, string]>();
  const add = (flag: string, read: () => readonly [string, string]): void => {
    const given = problems.attempt(read);
    if (given === undefined) return;
    const [name, value] = given;
    problems.attempt(() => {
      const why = found.has(name.toLowerCase()) ? 'is given twice' : whyNotSendable(name, value);
      if (why !== undefined) throw new UsageError(`${flag}: the header ${JSON.stringify(name)} ${why}.`);
    });
    found.set(name.toLowerCase(), given);
  };
  for (const text of header) add('--header', () => written(text));
  for (const text of headerEnv) add('--header-env', () => fromVariable(text, environment));
  problems.throwAny();
  return Object.fromEntries(found.values());
}

function written(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  if (at <= 0) throw new UsageError("--header takes 'Name: value', such as --header 'X-Team: blue'.");
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function fromVariable(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [string, string] {
  const [, name, variable] = /^([^=]+)=([A-Za-z_][A-Za-z0-9_]*)$/.exec(text) ?? [];
  if (name === undefined || variable === undefined)
    throw new UsageError('--header-env takes NAME=VARIABLE, such as --header-env Authorization=API_TOKEN.');
  const value = environment[variable]?.trim() ?? '';
  if (value === '') throw new UsageError(`--header-env ${name}=${variable}: the variable ${variable} is not set.`);
  return [name.trim(), value];
}
