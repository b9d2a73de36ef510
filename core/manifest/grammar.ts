/** The small grammars of manifests. Source: manifest specification, 1.3. */

import { INITIALIZE_VERSIONS, STATELESS_VERSIONS } from '../session/protocol.js';

/** Case ids, sandbox names and words that assertions compare with. */
export const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/;
/** Tools of a manifest and of a server's catalog; also server labels. */
export const TOOL_NAME = /^[A-Za-z0-9_.:-]{1,128}$/;
/** The same in words, for messages. */
export const TOOL_NAME_WORDS = '1 to 128 letters, digits, "_", ".", ":" and "-"';
/** A protocol version by its shape; no calendar is asked. */
export const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
/** A JSON Pointer from the root of a result, never empty. */
export const RESULT_PATH = /^(?:\/(?:[A-Za-z0-9_.:-]|~[01])*)+$/;
/** Characters of a result path at most; all of them are ASCII. */
export const RESULT_PATH_MAX = 512;
// oxlint-disable-next-line no-control-regex
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Versions that this client speaks, preferred ones first: none of them is a bogus version. */
export const SUPPORTED_VERSIONS: readonly string[] = [...INITIALIZE_VERSIONS, ...STATELESS_VERSIONS];

/** A result path of a manifest. M-7 */
export function isResultPath(value: unknown): value is string {
  return typeof value === 'string' && value.length <= RESULT_PATH_MAX && RESULT_PATH.test(value);
}
