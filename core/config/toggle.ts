/** Toggles in the forms a user may write them. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import { UsageError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Toggle } from '../model.js';
import { didYouMean } from '../nearest.js';

type Written = NonNullable<ConfigFile['rules']>[string];

const SEVERITIES: readonly Toggle[] = ['off', 'info', 'warning', 'error'];

/** `warn` is accepted for `warning`, `false` for `off`. */
export function toToggle(given: Written): { readonly severity?: Toggle; readonly options?: JsonObject } {
  if (typeof given !== 'object') return { severity: toSeverity(given) };
  const { severity, options } = given;
  return {
    ...(severity === undefined ? {} : { severity: toSeverity(severity) }),
    ...(options === undefined ? {} : { options }),
  };
}

function toSeverity(given: Exclude<Written, object>): Toggle {
  if (given === false) return 'off';
  return given === 'warn' ? 'warning' : given;
}

/**
 * What `--rule ID=SEVERITY` sets, as part of a config.
 * @throws UsageError when it has another form
 */
export function parseRuleFlag(text: string): ConfigFile {
  const [, id, severity] = /^([^=\s]+)=(.*)$/.exec(text) ?? [];
  const known: readonly string[] = [...SEVERITIES, 'warn'];
  if (id === undefined || severity === undefined) {
    throw new UsageError(`--rule takes ID=SEVERITY, such as description-short=off; found "${text}".`);
  }
  if (!known.includes(severity)) {
    throw new UsageError(
      `--rule ${id}= takes ${SEVERITIES.join(', ')}; found "${severity}".${didYouMean(severity, known)}`,
    );
  }
  return { rules: { [id]: severity as Exclude<Written, object> } };
}
