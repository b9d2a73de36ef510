/** The four formats of one run in which cases pass, fail and cannot be decided: each says the same, and none says what the server said. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultCase } from './fault-cases.js';
import { probe, probed, renderings, toolscoreIn } from './probe-run.js';

/** None that measures milliseconds, which differ from run to run. */
const IDS = ['contention', 'token-cost', 'output-schema', 'cancellation', 'workflow'] as const;
const RUN = {
  probes: IDS.map((id) => faultCase(id)),
  faults: ['tools/list:has-heavy', 'look:spoils', 'report:crashes', 'wait:errs-on-cancel'],
};
const FORMATS = ['text', 'markdown', 'sarif'] as const;

test('text, Markdown and SARIF say what the JSON document says, at once and later', async () => {
  const json = await probed(RUN);
  expect(json.document.cases.map(({ reason }) => reason)).toEqual([
    null,
    'token-budget-exceeded',
    'transport-closed',
    'cancellation-errored',
    'value-mismatch',
  ]);
  const now = await Promise.all(
    FORMATS.map((format) => probe({ ...RUN, options: ['--gate-only', '--format', format] })),
  );
  expect(now.map(({ code, err }) => [code, err])).toEqual(FORMATS.map(() => [3, '']));
  const [text, markdown, sarif] = now.map(({ out }) => out);
  const made = renderings(json.document);
  expect([text, markdown]).toEqual([made.text, made.markdown]);
  expect(resultsOf(sarif)).toEqual([
    ['token-cost', 'token-cost'],
    ['output-schema', 'output-schema'],
    ['cancellation', 'cancellation'],
    ['workflow', 'workflow'],
  ]);

  await writeFile(join(json.folder, 'report.json'), json.out);
  const later = await Promise.all(
    FORMATS.map((format) => toolscoreIn(json.folder, ['report', 'report.json', '--format', format])),
  );
  expect(later.map(({ code, out, err }) => [code, out, err])).toEqual(now.map(({ out }) => [3, out, '']));
});

/** Kind of each result, and the case that its message begins with. */
function resultsOf(sarif = ''): unknown {
  const { runs } = JSON.parse(sarif) as { runs: { results: { ruleId: string; message: { text: string } }[] }[] };
  return runs[0]?.results.map(({ ruleId, message }) => [ruleId, message.text.split(' ')[0]]);
}
