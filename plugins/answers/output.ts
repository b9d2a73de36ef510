/** Whether the results of a tool are what its output schema promises. Source: Model Context Protocol, Tools, "Output Schema". */

import type { ProbeScope } from '../../core/index.js';
import type { ToolOutput } from '../../schemas/observations.gen.js';
import { shortened } from '../effect-checks/words.js';
import type { Heard } from './heard.js';

const BASIS = 'every result of the run against the output schema';

/** One observation for a tool with an output schema that has answered. */
export async function observeOutput(scope: ProbeScope<'tool'>, heard: Heard): Promise<void> {
  const { tool, outputs, signed } = heard;
  if (tool.outputSchema === undefined) return;
  const fitting = await outputs.fitting();
  // What tells of a failure is found as that; without the failure there would be a result.
  const failures = new Set(signed.filter(({ sign }) => sign.kind === 'member').map(({ record }) => record.id));
  const differing = [
    ...outputs.differing.filter(({ record }) => !failures.has(record.id)),
    ...outputs.ownWords.map(({ record, words }) => ({
      record,
      where: `the server itself says ${words}`,
      onlyFormat: false,
    })),
  ];
  if (fitting + differing.length === 0) return;
  const data: ToolOutput = {
    check: 'output-schema',
    tool: tool.name,
    id: '',
    markers: [],
    fitting,
    differing: differing.length,
    where: shortened((differing.find(({ onlyFormat }) => !onlyFormat) ?? differing[0])?.where ?? '', 200),
    summary:
      differing.length === 0 ? `${fitting} ${fitting === 1 ? 'result fits' : 'results fit'} the output schema` : '',
    details: differing.map(({ where }) => ({ step: 'a call', outcome: 'differs', note: shortened(where, 200) })),
  };
  const evidence = differing.slice(0, 2).map(({ record }) => record);
  const [first] = differing;
  const confidence = first === undefined || differing.some(({ onlyFormat }) => !onlyFormat) ? 'high' : 'medium';
  scope.emit('tool.output', data, { confidence, basis: BASIS, evidence });
}
