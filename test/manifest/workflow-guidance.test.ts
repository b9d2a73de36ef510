import { describe, expect, test } from 'vitest';
import { workflowGuidance } from '../../core/manifest/workflow-guidance.js';

const HINT = 'Correct what the tool returns.';

describe.each([[3], [null]])('guidance for rounds of %s steps', (steps) => {
  const text = workflowGuidance(HINT, 5, steps);

  test.each([
    ['the call', /^Call 5 of the workflow failed\./],
    ['the hint of the label', /Correct what the tool returns\./],
    [
      'how the number leads to the call',
      /first_failure counts calls .* steps in their order, and on through the repetitions/,
    ],
    ['to try the call alone', /alone in a fresh session and compare/],
    [
      'where to look otherwise',
      /only in the sequence.* state that an earlier step left behind.* error path that did not recover completely/,
    ],
    [
      'how to verify a repair',
      /Verify the repair with the full sequence, because a call that passes alone proves nothing/,
    ],
  ])('says %s', (_, wanted) => {
    expect(text).toMatch(wanted);
  });

  test('is one line that tables and other formats can hold', () => {
    expect(text).not.toMatch(/[\n\r|\\]/);
  });
});

test.each([
  [1, 3, '1 is step 1 of 3 in repetition 1'],
  [3, 3, '3 is step 3 of 3 in repetition 1'],
  [4, 3, '4 is step 1 of 3 in repetition 2'],
  [5, 3, '5 is step 2 of 3 in repetition 2'],
  [640, 32, '640 is step 32 of 32 in repetition 20'],
])('call %i of rounds of %i steps', (call, steps, place) => {
  expect(workflowGuidance(HINT, call, steps)).toContain(place);
});
