import { definePlugin, judgeWhen } from '../core/index.js';

const name = 'judge-json-logic';

/** Judges rules whose `when` is JSON-Logic. */
export default definePlugin({
  name,
  summary: 'Judges rules that are data: JSON-Logic over one observation.',
  apply({ hooks }) {
    hooks.judge.for('json-logic').tap(name, judgeWhen);
  },
});
