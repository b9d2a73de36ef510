import { testRule } from '../../core/testing.js';
import { update } from './update.js';

testRule('probe-fields-dropped', {
  observes: 'tool.update',
  pass: [
    { name: 'fields that stay', data: update({}) },
    { name: 'an update without effect', data: update({ ignored: '"text" keeps its old value' }) },
  ],
  fail: [
    {
      name: 'a field that is gone',
      data: update({ dropped: '"tag"' }),
      message: 'update_note changed one field of a record, and the record lost "tag" (read with get_note)',
    },
  ],
  inconclusive: [{ name: 'nothing of the others', data: { ...update({}), dropped: null }, missing: 'dropped' }],
});
