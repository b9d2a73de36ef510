import { describe, expect, it } from 'vitest';
import { judgeRun } from '../../core/index.js';
import { documentOf, recorded, replayed, sample } from './run.js';

describe('a recorded run', () => {
  it('is judged into the report of the run itself, without a server', async () => {
    const { report, run } = await recorded(sample());
    const judged = await judgeRun(run);
    expect(judged.toJson()).toEqual(await documentOf(report));
    expect(judged.report).toEqual(report);
  });

  it('answers the same run again, whole, though its probes make up their texts', async () => {
    const { report, run } = await recorded(sample());
    const again = await replayed(run);
    expect(again.lacking).toEqual([]);
    expect(await documentOf(again.report)).toEqual(await documentOf(report));
  });
});
