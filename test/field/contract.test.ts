import { expect, it } from 'vitest';
import { promiseOfPlace } from '../../plugins/takeover/contract.js';
import { tool } from '../schema/tools.js';

it.each([
  ['Creates a note. Fails if the key exists.', 'keeps'],
  ['Will not overwrite what is there.', 'keeps'],
  ["It won't overwrite files.", 'keeps'],
  ['Never overwrites anything.', 'keeps'],
  ['The name must not exist yet.', 'keeps'],
  ['Create a file or overwrite one. It will overwrite existing files without warning.', 'overwrites'],
  ['Does overwrite existing notes.', 'overwrites'],
  ['Creates a note.', undefined],
])('%s', (description, expected) => {
  expect(promiseOfPlace(tool({ name: 'write_file', description }))).toBe(expected);
});
