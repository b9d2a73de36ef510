/** The official schema of SARIF 2.1.0, as a package of the makers of code scanning ships it. */

import official from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { default as addFormats } from 'ajv-formats';

// Written in draft-04 with words that mean the same in draft-07, but for the names of its own address and dialect.
const { id: _, $schema: __, ...schema } = official;
// One of its patterns is no regular expression of the stricter sort.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is wrong with a SARIF log; nothing when it is valid. */
export function sarifProblems(log: unknown): readonly string[] {
  return validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
