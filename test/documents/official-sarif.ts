/** The official schema of SARIF 2.1.0, as a package of the makers of code scanning ships it. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { default as addFormats } from 'ajv-formats';

const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// Written in draft-04 with words that mean the same in draft-07, but for the name of its own address.
const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is wrong with a SARIF log; nothing when it is valid. */
export function sarifProblems(log: unknown): readonly string[] {
  return validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
