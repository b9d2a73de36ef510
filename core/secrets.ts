/** Secrets the user handed to a server, and keeping them out of everything that is written. */

import type { Target } from './model.js';

/** Put where a secret was. */
export const REDACTED = '[redacted]';

/** Words of a variable, header or option name that make its value a secret. */
const SECRET_NAME =
  /token|secret|^toolscore_input_|passw|pwd|credential|auth|api[-_]?key|access[-_]?key|private[-_]?key|cookie|session[-_]?id/i;
/** Shorter values are words like `true` and `dev`: replacing them would garble reports without hiding anything. */
const SHORTEST = 6;
/** A value that reads like a random token whatever its name: long, one word, letters and digits mixed, no path. */
const RANDOM = /^(?=.*[A-Za-z])(?=.*\d)[\w+=.~-]{16,}$/;
/** User and password inside an address, as database servers take them. */
const URL_LOGIN = /:\/\/([^/\s:@]*):([^/\s@]+)@/;

/** Whether a value is a secret: its name says so, or it reads like one. */
export function isSecret(name: string, value: string): boolean {
  return value.length >= SHORTEST && (SECRET_NAME.test(name) || RANDOM.test(value));
}

/** What was learned of each target since the run began: tokens, and what they were got with. */
const learned = new WeakMap<Target, Set<string>>();

/** From now on this value is a secret of the target, wherever it is looked at through `secretsOf` or `redactorFor`. */
export function learnSecret(target: Target, value: string): void {
  const values = learned.get(target) ?? new Set();
  learned.set(target, values.add(value));
}

/**
 * The values that must not be written anywhere: what the target's environment, headers, arguments and address give
 * away, what was learned of it since, and the inherited variables whose names say so.
 */
export function secretsOf(
  target: Target,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const given = Object.entries(target.kind === 'stdio' ? (target.env ?? {}) : (target.headers ?? {}));
  const found = new Set<string>(learned.get(target));
  if (target.kind === 'http')
    for (const value of [target.oauth?.clientSecret, target.oauth?.privateKey])
      if (value !== undefined) found.add(value);
  for (const [name, value] of [...given, ...(target.kind === 'stdio' ? namedArguments(target.command) : [])]) {
    if (SECRET_NAME.test(name) || RANDOM.test(value)) addWhole(found, value);
    addLogin(found, value);
  }
  if (target.kind === 'http' && URL.canParse(target.url)) addAddress(found, new URL(target.url));
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined || !SECRET_NAME.test(name) || value.startsWith('/')) continue;
    addWhole(found, value);
  }
  return [...found].filter((secret) => secret.length >= SHORTEST);
}

/** `Bearer x` hides `x` as well: servers repeat the token without its scheme. */
function addWhole(found: Set<string>, value: string): void {
  found.add(value);
  const token = /^(?:Bearer|Basic|Token)\s+(\S+)$/i.exec(value)?.[1];
  if (token !== undefined) found.add(token);
}

function addLogin(found: Set<string>, value: string): void {
  const password = URL_LOGIN.exec(value)?.[2];
  if (password !== undefined) found.add(value).add(password);
}

/** The login in an address, and what in its path or query looks like a key to it. */
function addAddress(found: Set<string>, { username, password, pathname, searchParams }: URL): void {
  if (password !== '')
    found
      .add(password)
      .add(decoded(password))
      .add(decoded(`${username}:${password}`));
  for (const segment of pathname.split('/')) if (RANDOM.test(segment)) found.add(segment);
  for (const [name, value] of searchParams) if (SECRET_NAME.test(name) || RANDOM.test(value)) found.add(value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Values with a name on a command line: `--token x`, `--token=x`, `TOKEN=x` and `Authorization: x`. */
function namedArguments(command: readonly string[]): readonly (readonly [string, string])[] {
  return command.flatMap((word, at): readonly (readonly [string, string])[] => {
    const [, name, value] = /^([A-Za-z][\w-]*)(?:=|:\s+)(.+)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) return [[name, value]];
    if (!word.startsWith('-')) return [];
    const split = word.indexOf('=');
    if (split > 0) return [[word.slice(0, split), word.slice(split + 1)]];
    const next = command[at + 1];
    return next === undefined || next.startsWith('-') ? [] : [[word, next]];
  });
}

/** `redactor` for the secrets of a target, those included that are learned later. */
export function redactorFor(target: Target): (text: string) => string {
  const known = (): number => learned.get(target)?.size ?? 0;
  let made = known();
  let redact = redactor(secretsOf(target));
  return (text) => {
    if (known() !== made) {
      made = known();
      redact = redactor(secretsOf(target));
    }
    return redact(text);
  };
}

/**
 * A function that replaces every secret in a text, also as JSON or base64 would write it. Works on the raw text of a
 * frame, before anything is parsed, so that nothing behind it can ever hold a secret.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(
    secrets.flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      encodeURIComponent(secret),
    ]),
  );
  // Longest first: a secret may be part of another.
  const needles = [...forms].toSorted((a, b) => b.length - a.length);
  if (needles.length === 0) return (text) => text;
  return (text) =>
    needles.reduce((rest, needle) => (rest.includes(needle) ? rest.replaceAll(needle, REDACTED) : rest), text);
}
