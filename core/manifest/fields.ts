/**
 * Fields of a probe kind. Each is declared once and gives both the JSON Schema that is published and the check of the
 * validator, so that the two cannot disagree.
 */

import { expectation, steps } from './expect-field.js';
import {
  boolean,
  field,
  identifier,
  integer,
  oneOf,
  optional,
  text,
  toolArguments,
  toolName,
  unknownVersion,
} from './plain-fields.js';

/** What fields of kinds are made of. `field` makes one of another sort: its stage, its schema, what completes "takes …", and the check. */
export const fields = {
  toolName,
  toolArguments,
  integer,
  boolean,
  identifier,
  oneOf,
  text,
  unknownVersion,
  expectation,
  steps,
  optional,
  field,
};
