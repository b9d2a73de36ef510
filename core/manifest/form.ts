/**
 * A form that a server shows the client's user, filled in as nobody's guess: what must be said as the synthesizer says it,
 * and of the rest what stands there already. Source: manifest specification, 2.17; for the values that stand there,
 * revision 2025-11-25, elicitation, default values.
 */

import { isObject, type JsonObject } from '../json.js';
import { conforms } from '../schema/conforms.js';
import * as keyword from '../schema/keywords.js';
import { synthesize } from './synthesize.js';

/** Empty when the form asks for something that nothing can be made for. Never rejects. */
export async function filledForm(schema: JsonObject): Promise<JsonObject> {
  const made = await synthesize(schema);
  const required = made.ok && isObject(made.value) ? made.value : {};
  const filled = { ...required };
  for (const [name, field] of Object.entries(keyword.objectAt(schema, 'properties') ?? {}))
    if (isObject(field) && Object.hasOwn(field, 'default') && !Object.hasOwn(filled, name))
      keyword.setMember(filled, name, field['default']);
  // A default may break its own schema: then the form is sent as if it had none.
  return (await conforms(schema, filled)) === true ? filled : required;
}
