/** Toggles in the forms a user may write them. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import type { JsonObject } from '../json.js';
import type { Toggle } from '../model.js';

interface FullToggle {
  readonly severity?: Toggle;
  readonly options?: JsonObject;
  readonly counted?: boolean;
}

type Written = NonNullable<ConfigFile['rules']>[string];

/** A toggle that was checked, in its full form: `warn` is `warning`, and `false` is `off`. */
export function toToggle(given: Written): FullToggle {
  if (typeof given !== 'object') return { severity: toSeverity(given) };
  const { severity, options = {}, counted } = given;
  return {
    options,
    ...(severity !== undefined && { severity: toSeverity(severity) }),
    ...(counted !== undefined && { counted }),
  };
}

function toSeverity(given: Exclude<Written, object>): Toggle {
  if (given === false) return 'off';
  return given === 'warn' ? 'warning' : given;
}
