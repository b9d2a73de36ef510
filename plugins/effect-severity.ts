import { definePlugin } from '../core/index.js';

/** A guess is a warning: of effects, only what is certain may be an error. A toggle that asks for less stays. Spec: scorecard 3.1. */
export default definePlugin({
  name: 'effect-severity',
  summary: 'Turns findings about effects that are less than certain into warnings.',
  apply({ hooks }) {
    hooks.verdict.tap('effect-severity', (verdict, { family }) => {
      const guess = family === 'effect' && verdict.outcome === 'fail' && verdict.confidence !== 'high';
      return guess && verdict.severity === 'error' ? { ...verdict, severity: 'warning' } : undefined;
    });
  },
});
