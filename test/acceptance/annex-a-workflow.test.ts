/** The rows of Annex A of the specification of manifests that are about workflows, and what comes of their reports. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { NEXT } from './annex-rows.js';
import { type Ran, scratch } from './cli.js';
import { faultCase, STEPS } from './fault-cases.js';
import { endingsOf, failed, incomplete, passed, probe, type Probed, probed, toolscoreIn } from './probe-run.js';

describe.concurrent('a workflow', () => {
  const { status, look, deny } = STEPS;
  const inOrder = (...steps: JsonObject[]): JsonObject => faultCase('workflow', { repetitions: 3, steps });
  const alone = (id: string, step: JsonObject): JsonObject => ({
    id,
    probe: 'instruction-fidelity',
    access: 'read_only',
    ...step,
  });

  test('whose second step changes what the others read fails at the third call; each call alone passes', async () => {
    const faults = ['look:spoils'];
    const probes = [inOrder(status, look, status), alone('status', status), alone('look', look)];
    const ran = await probed({ faults, probes, options: ['--probe', 'workflow'] });
    expect([ran.code, endingsOf(ran.document)]).toEqual([1, { workflow: failed('value-mismatch', 3) }]);
    expect(ran.calls).toEqual(['status', 'look', 'status']);
    expect(ran.document.cases[0]?.hint).toMatch(/^Call 3 of the workflow /);
    for (const id of ['status', 'look']) {
      const single = await probed({ faults, probes, options: ['--case', id] });
      expect([single.code, endingsOf(single.document)]).toEqual([0, { [id]: passed(1) }]);
    }
  });

  test('whose expected error spoils what comes after fails at the third call', async () => {
    const { code, document } = await probed({ faults: ['deny:spoils'], probes: [inOrder(status, deny, status)] });
    expect([code, endingsOf(document)]).toEqual([1, { workflow: failed('value-mismatch', 3) }]);
  });

  test('whose server ends at the second call is incomplete', async () => {
    const ran = await probed({ faults: ['look:crashes'], probes: [inOrder(status, look, status), NEXT] });
    expect(endingsOf(ran.document)).toEqual({ workflow: incomplete('transport-closed'), next: passed(2) });
    expect([ran.code, ran.calls]).toEqual([3, ['status', 'look', 'count', 'count']]);
    expect(ran.journal.map(({ tool }) => tool)).toEqual(['status', 'count', 'count']);
  });

  test('with a step that writes is refused whole', async () => {
    const ran = await probe({
      faults: ['status:writes'],
      probes: [NEXT, inOrder(look, status)],
      options: ['--allow-mutation'],
    });
    expect([ran.code, ran.out, ran.starts, ran.calls]).toEqual([2, '', 1, []]);
    expect(ran.err).toMatch(/^probe case workflow: .*step 2/);
  });

  test.each(['is-null', 'is-boolean', 'is-number', 'is-text', 'is-list', 'flags-oddly'])(
    'gets no credit for a result that %s',
    async (shape) => {
      const faults = [`status:${shape}`];
      const probes = [inOrder(status, look)];
      const ran = await probed({ faults, probes });
      expect(endingsOf(ran.document)).toEqual({ workflow: incomplete('transport-error') });
      expect([ran.code, ran.calls, ran.journal]).toEqual([3, ['status'], []]);
    },
  );
});

describe.concurrent('a finding', () => {
  /** One is open; a clean run of the workflow has earned it a first pass. */
  async function begun(): Promise<{ folder: string; id: string; verify: (...faults: string[]) => Promise<Probed> }> {
    const folder = await scratch();
    const opened = await toolscoreIn(folder, OPEN);
    const id = opened.out.split(' ')[0] ?? '';
    const command = ['verify', '--finding', id, '--case', 'workflow'];
    const verify = (...faults: string[]): Promise<Probed> =>
      probe({ folder, command, faults, probes: [faultCase('workflow')] });
    return { folder, id, verify };
  }
  const OPEN = ['findings', 'open', '--server', 'local', '--tool', 'status', '--class', 'false-success'];

  test.each([
    ['status:is-null', 'transport-error'],
    ['deny:crashes', 'transport-closed'],
  ])('is neither closer nor further after %s', async (fault, reason) => {
    const { folder, id, verify } = await begun();
    const ran = await verify(fault);
    expect([ran.code, ran.out]).toEqual([3, `${id} not verified: probe=workflow reason=${reason}\n`]);
    expect((await toolscoreIn(folder, ['findings'])).out).toMatch(/ state=open consecutive_passes=0 /);
  });

  test('is verified by the whole workflow', async () => {
    const { id, verify } = await begun();
    const pass = await verify();
    expect([pass.code, pass.out]).toEqual([0, `${id} state=verifying probe=workflow consecutive_passes=1\n`]);
    const fail = await verify('look:spoils');
    expect([fail.code, fail.out.split('\n')[0]]).toEqual([
      1,
      `${id} state=fix-claimed probe=workflow consecutive_passes=0 reason=value-mismatch`,
    ]);
    expect(fail.out).toContain('hint: Call 4 of the workflow ');
  });
});

test('what gets worse between two reports is told, and fails where that is asked for', async () => {
  const folder = await scratch();
  const probes = [faultCase('workflow', { steps: [STEPS.status, STEPS.deny, STEPS.status] }), NEXT];
  const write = async (name: string, faults: readonly string[]): Promise<void> => {
    const { out } = await probed({ folder, faults, probes });
    await writeFile(join(folder, name), out);
  };
  await write('clean.json', []);
  await write('poisoned.json', ['deny:spoils']);
  const diff = (...args: string[]): Promise<Ran> => toolscoreIn(folder, ['diff', ...args]);

  const gated = await diff('clean.json', 'poisoned.json', '--fail-on-regression', '--format', 'json');
  expect(gated.code).toBe(1);
  expect(JSON.parse(gated.out)).toMatchObject({
    summary: { regressed: 1, fixed: 0, changed: 0, unchanged: 1 },
    cases: [
      { id: 'workflow', verdict: 'regressed', current_reason: 'value-mismatch' },
      { id: 'next', verdict: 'unchanged' },
    ],
  });
  for (const format of ['text', 'markdown']) {
    const told = await diff('clean.json', 'poisoned.json', '--format', format);
    expect([told.code, told.out]).toEqual([0, expect.stringMatching(/REGRESSED `?value-mismatch/)]);
  }
  expect((await diff('poisoned.json', 'clean.json', '--fail-on-regression', '--fail-on-change')).code).toBe(0);
});
