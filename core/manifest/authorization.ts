/** The one value of authorization that a manifest run may send. Source: manifest specification, R-4. */

import { UsageError } from '../errors.js';
import type { HttpTarget } from '../model.js';

const VARIABLE = 'TOOLSCORE_HTTP_AUTHORIZATION';
const MAX_BYTES = 8192;
const CONTROL = /\p{Cc}/u;
/** What a header can carry: each of these is one byte. */
const LATIN = /^[\0-\u00ff]*$/;

/**
 * The server at an address, with the authorization that the environment holds for it. The value is kept nowhere else.
 * @throws UsageError when there is a value that cannot be one; it is never repeated
 */
export function authorizedTarget(
  { href }: URL,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): HttpTarget {
  const value = environment[VARIABLE];
  if (value === undefined) return { kind: 'http', url: href };
  const refuse = (why: string): never => {
    throw new UsageError(`The variable ${VARIABLE} ${why}`);
  };
  if (value === '') refuse('is empty. Set it to the value of the Authorization header, or unset it.');
  if (Buffer.byteLength(value) > MAX_BYTES) refuse(`is longer than ${MAX_BYTES} bytes.`);
  if (CONTROL.test(value)) refuse('holds a control character, maybe a line break at its end.');
  if (!LATIN.test(value)) refuse('holds a character that no header can carry.');
  return { kind: 'http', url: href, headers: { Authorization: value } };
}
