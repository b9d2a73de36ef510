/** Toggles in the forms a user may write them. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import type { JsonObject } from '../json.js';
import type { Toggle } from '../model.js';

type Written = NonNullable<ConfigFile['rules']>[string];

/** A toggle that was checked, in its full form: `warn` is `warning`, and `false` is `off`. */
export function toToggle(given: Written): { readonly severity?: Toggle; readonly options?: JsonObject } {
  if (typeof given !== 'object') return { severity: toSeverity(given) };
  const { severity, options = {} } = given;
  return severity === undefined ? { options } : { severity: toSeverity(severity), options };
}

function toSeverity(given: Exclude<Written, object>): Toggle {
  if (given === false) return 'off';
  return given === 'warn' ? 'warning' : given;
}
