import { testRule } from '../../core/testing.js';
import { update } from './update.js';

testRule('probe-update-ignored', {
  observes: 'tool.update',
  pass: [
    { name: 'values that show', data: update({ step: 'empty-values' }) },
    { name: 'another field that is gone', data: update({ dropped: '"tag"' }) },
  ],
  fail: [
    {
      name: 'a value that stays',
      data: update({ step: 'empty-values', ignored: '"text" keeps its old value instead of ""' }),
      message:
        'update_note reported an update as done, and "text" keeps its old value instead of "" (read with get_note)',
    },
  ],
  inconclusive: [{ name: 'nothing of what was ignored', data: { ...update({}), ignored: null }, missing: 'ignored' }],
});
