import { beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from '../../core/index.js';
import { documentOf, type Recorded, recorded, replayed, sample } from './run.js';

describe('a run with every probe that is recorded', () => {
  let live: Recorded;
  beforeAll(async () => {
    live = await recorded(sample());
  });

  it('is judged into the report of the run itself, without a server', async () => {
    const judged = await judgeRun(live.run);
    expect(judged.toJson()).toEqual(await documentOf(live.report));
    expect(judged.report).toEqual(live.report);
  });

  it('answers the same run again, whole, though its probes make up their texts', async () => {
    const again = await replayed(live.run);
    expect(again.lacking).toEqual([]);
    expect(await documentOf(again.report)).toEqual(await documentOf(live.report));
  });
});
