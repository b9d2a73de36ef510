// Compiles rules/presets.yaml: what each preset says of every built-in rule, so that one laid over another replaces it.

const TOGGLES = ['off', 'info', 'warning', 'error'];
const KEYS = ['summary', 'every', 'counted', 'rules'];

/**
 * @returns {{ presets: Record<string, Record<string, unknown>>, problems: string[] }} toggles by rule id, by preset
 */
export function compilePresets(written, rules) {
  const problems = [];
  const presets = {};
  const ids = new Set(rules.map(({ id }) => id));
  for (const [name, preset] of Object.entries(written)) {
    for (const key of Object.keys(preset).filter((key) => !KEYS.includes(key))) {
      problems.push(`${name} has no setting "${key}". It has: ${KEYS.join(', ')}.`);
    }
    for (const [id, toggle] of Object.entries(preset.rules ?? {})) {
      if (!ids.has(id)) problems.push(`${name} names the rule "${id}", which does not exist.`);
      if (!TOGGLES.includes(toggle))
        problems.push(`${name} sets "${id}" to ${JSON.stringify(toggle)}. Write one of: ${TOGGLES.join(', ')}.`);
    }
    presets[name] = Object.fromEntries(rules.map((rule) => [rule.id, toggleOf(rule, preset)]));
  }
  return { presets, problems };
}

/** Says of a rule that does not count by itself whether it does here, so that a preset above another replaces that, too. */
function toggleOf({ id, severity: own, recommended, counted }, preset) {
  const severity = preset.rules?.[id] ?? (recommended === false && preset.every !== true ? 'off' : own);
  return counted === false ? { severity, counted: preset.counted === true } : severity;
}
