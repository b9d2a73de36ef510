import { definePlugin, judgeCode } from '../core/index.js';

const name = 'judge-code';

/** Judges rules that bring a `judge` function. */
export default definePlugin({
  name,
  summary: 'Judges rules in code: a function of the data and the options.',
  apply({ hooks }) {
    hooks.judge.for('code').tap(name, judgeCode);
  },
});
