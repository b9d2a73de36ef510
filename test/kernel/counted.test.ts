import { expect, test } from 'vitest';
import { failedGates } from '../../core/cli/gates.js';
import { definePlugin, defineProbe } from '../../core/define.js';
import { lowerCap } from '../../core/index.js';
import type { Report, RuleInput } from '../../core/model.js';
import { CODE_ENGINE, fakeServer, fakeSession, kernelOf, ruleOf, RUN, SCORER } from './fake.js';

const TOOLS = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }];

const CAP = definePlugin({
  name: 'cap-any',
  apply({ hooks }) {
    hooks.gradeCap.tap('cap-any', (cap, { verdicts }) =>
      verdicts.some(({ outcome }) => outcome === 'fail') ? lowerCap(cap, 'D', 'something failed') : cap,
    );
  },
});

/** One rule that passes, and one that fails. */
async function judged(failing: Partial<RuleInput>): Promise<Report> {
  const probe = defineProbe({
    name: 'looks',
    subject: 'tool',
    effects: 'read',
    emits: { 'tool.seen': { type: 'object' } } as Record<never, object>,
    rules: [
      ruleOf({ id: 'fine', observes: 'tool.seen' }),
      ruleOf({ id: 'broken', observes: 'tool.seen', judge: () => true, ...failing }),
    ],
    observe({ emit }) {
      (emit as (kind: string, data: object) => void)('tool.seen', {});
    },
  });
  const session = fakeSession(() => ({}));
  const { report } = await kernelOf([fakeServer(session, TOOLS), probe, CODE_ENGINE, SCORER, CAP]).run(RUN);
  return report;
}

test('what a rule says that counts reaches scorers, caps and gates', async () => {
  const report = await judged({});
  expect(report).toMatchObject({ score: { value: 0.5 }, cap: { letter: 'D' }, grade: 'F' });
  expect(failedGates(report, { failUnder: { grade: 'B' }, ci: true })).toEqual([
    'grade F is below B',
    '1 blocking finding of severity error',
  ]);
});

test('what a rule says that does not count is in the report and reaches none of them', async () => {
  const report = await judged({ counted: false });
  expect(report.verdicts.map(({ rule, outcome }) => [rule, outcome])).toEqual([
    ['fine', 'pass'],
    ['broken', 'fail'],
  ]);
  expect(report).toMatchObject({ score: { value: 1 }, cap: { letter: null }, grade: 'A' });
  expect(failedGates(report, { failUnder: { grade: 'B' }, ci: true })).toEqual([]);
});
