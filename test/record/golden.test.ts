/**
 * Recorded runs of real servers, judged into stored reports. When a rule or a view changes on purpose:
 * `UPDATE_GOLDEN=1 npx vitest run test/record/golden.test.ts`, and read what `git diff` says of the verdicts.
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { judgeRun, type Report } from '../../core/index.js';
import { jsonText } from '../../core/text/json.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/runs/', import.meta.url));
const MAX_BYTES = 300_000;
const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.jsonl') ? [file.slice(0, -'.jsonl'.length)] : []));
const runOf = (name: string): string => `${FOLDER}${name}.jsonl`;

/** The whole report; only the version of this program is nothing that a rule decides. */
async function reportOf(name: string): Promise<string> {
  return jsonText({ ...(await judgeRun(runOf(name))).toJson(), toolscore: 'any' });
}

describe('the recorded run of a real server', () => {
  it('is there for six of them at least', () => {
    expect(names.length).toBeGreaterThanOrEqual(6);
  });

  test.each(names)('%s is judged into its stored report', async (name) => {
    const stored = `${FOLDER}${name}.report.json`;
    const report = await reportOf(name);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(stored, report);
    expect(JSON.parse(report)).toEqual(JSON.parse(readFileSync(stored, 'utf8')));
  });

  test.each(names)('%s is small, names no folder of a machine, and fits the schema', (name) => {
    const text = readFileSync(runOf(name), 'utf8');
    expect(statSync(runOf(name)).size).toBeLessThan(MAX_BYTES);
    expect(text).not.toMatch(/\/(?:home|root|Users|tmp|work)\/\w/);
    const schema = JSON.parse(
      readFileSync(new URL('../../schemas/run.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const isLine = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => !isLine(JSON.parse(line)))).toEqual([]);
  });
});

describe('a threshold', () => {
  const key = ({ rule, subject }: Report['verdicts'][number]): string => `${rule} on ${subject.index} ${subject.name}`;

  test.each(['memory', 'filesystem', 'everything'])(
    'that changes in %s changes the verdicts it decides, and no other',
    async (name) => {
      const limit = 120;
      const { report: before } = await judgeRun(runOf(name));
      const { report: after } = await judgeRun(runOf(name), {
        rules: { 'definition-large': { severity: 'warning', options: { limit } } } as never,
      });
      const changed = after.verdicts.filter((verdict, at) => verdict.outcome !== before.verdicts[at]?.outcome);
      const large = before.observations.filter(
        ({ kind, data }) =>
          kind === 'tool.listing' && Number(data?.['tokens']) > limit && Number(data?.['tokens']) <= 200,
      );
      expect(changed.map(key)).toEqual(
        large.map(({ subject }) => `definition-large on ${subject.index} ${subject.name}`),
      );
      expect(changed.length).toBeGreaterThan(0);
      const same = (report: Report): unknown => report.verdicts.filter(({ rule }) => rule !== 'definition-large');
      expect(same(after)).toEqual(same(before));
    },
  );

  it('that stays the same changes nothing', async () => {
    const { report: before } = await judgeRun(runOf('memory'));
    const { report: after } = await judgeRun(runOf('memory'), {
      rules: { 'definition-large': { severity: 'warning', options: { limit: 200 } } } as never,
    });
    expect(after.verdicts).toEqual(before.verdicts);
  });
});
