import { definePlugin, type Grade, type GradeCap, lowerCap, type ScoreInput } from '../core/index.js';

/** What a server can earn at most whose tools report work they did not do. */
const CAP: Grade = 'C';

/**
 * The penalty of one tool shrinks as servers grow, so that a large server would keep its A; a tool that reports success
 * and does nothing is wrong whatever the size. Spec: scorecard 3.3.
 */
export default definePlugin({
  name: 'cap-effect-failures',
  summary: 'Caps the grade at C when a tool certainly did not do what it reported.',
  /** False leaves the letter to the score alone. */
  options: { enabled: true },
  apply({ hooks, options }) {
    if (options['enabled'] !== true) return;
    hooks.gradeCap.tap('cap-effect-failures', (cap, input) => {
      const watched: GradeCap = { ...cap, watched: [...(cap.watched ?? []), CAP] };
      return certainFailures(input).reduce<GradeCap>((lowered, reason) => lowerCap(lowered, CAP, reason), watched);
    });
  },
});

/** `<rule> on <tool>`, once for each, in the order of discovery. */
function certainFailures({ verdicts, rules }: ScoreInput): readonly string[] {
  const failures = verdicts.filter(
    ({ rule, outcome, confidence, severity }) =>
      rules.get(rule)?.family === 'effect' && outcome === 'fail' && confidence === 'high' && severity === 'error',
  );
  return [...new Set(failures.map(({ rule, subject }) => `${rule} on ${subject.name}`))];
}
