// Compiles rules/presets.yaml: what each preset says of every built-in rule, so that one laid over another replaces it.

const TOGGLES = ['off', 'info', 'warning', 'error'];
const KEYS = ['summary', 'every', 'rules'];

/**
 * @returns {{ presets: Record<string, Record<string, string>>, problems: string[] }} toggles by rule id, by preset
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
    presets[name] = Object.fromEntries(
      rules.map(({ id, severity, recommended }) => [
        id,
        preset.rules?.[id] ?? (recommended === false && preset.every !== true ? 'off' : severity),
      ]),
    );
  }
  return { presets, problems };
}
