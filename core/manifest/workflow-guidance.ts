/** What to do about a workflow that failed. Source: manifest specification, 2.20, W-10. */

/**
 * The advice for a completed failure, as one line. Needs nothing that the manifest or the server said.
 * @param hint what the label of the failure advises
 * @param call number of the failed call, from 1, counted through all rounds
 * @param steps how many steps a round has; null when nobody knows, as for a stored report
 */
export function workflowGuidance(hint: string, call: number, steps: number | null): string {
  return [
    `Call ${call} of the workflow failed. ${hint}`,
    `To find the call: first_failure counts calls from 1 through the steps in their order, and on through the repetitions; ${placeOf(call, steps)}.`,
    'Repeat that call alone in a fresh session and compare.',
    'If it fails there too, the call itself is at fault; if it fails only in the sequence, look for state that an earlier step left behind, or for an error path that did not recover completely.',
    'Verify the repair with the full sequence, because a call that passes alone proves nothing about it.',
  ].join(' ');
}

function placeOf(call: number, steps: number | null): string {
  if (steps === null)
    return `take the number of steps off ${call} once for each repetition before the failed one, and what is left is the place of the step`;
  const round = Math.ceil(call / steps);
  return `${call} is step ${call - (round - 1) * steps} of ${steps} in repetition ${round}`;
}
