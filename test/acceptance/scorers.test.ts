/** Both scorers live side by side and are chosen by name. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch, SAMPLE_SERVER, toolscore } from './cli.js';

const SAMPLE = ['--', process.execPath, SAMPLE_SERVER];

it('grades a scorecard by readiness when that scorer is chosen, and by the scorecard otherwise', async () => {
  const cwd = await scratch();
  const ready = await toolscore(
    ['mcp', 'test', '--cases', '1', '--no-edge-cases', '--scorer', 'readiness', ...SAMPLE],
    { cwd },
  );
  expect(ready.out).toContain('scored by readiness 1');
  expect(ready.out).toMatch(/protocol 100 % · catalog \d+ %/);
  expect(ready.out).toContain('catalog-no-output-schema');
  const ordinary = await toolscore(['mcp', 'test', '--cases', '1', ...SAMPLE], { cwd });
  expect(ordinary.out).not.toContain('readiness');
  expect(ordinary.out).not.toContain('catalog-no-output-schema');
});

it('names the scorers there are when one is unknown', async () => {
  const { code, err } = await toolscore(['mcp', 'test', '--scorer', 'readines', ...SAMPLE], {
    cwd: await scratch(),
  });
  expect(code).toBe(2);
  expect(err).toContain('no scorer is called "readines". There are: scorecard, readiness. Did you mean "readiness"?');
});

it('lets a config of scorecards apply to manifest runs, and the other way round', async () => {
  const cwd = await scratch();
  const config = {
    rules: { 'latency-budget-exceeded': 'off', 'description-short': 'off' },
    probes: { readiness: { skipTools: ['x'] }, scenarios: { cases: 1 } },
  };
  const small = { id: 'small', probe: 'discovery-cost', access: 'read_only', max_tools: 50, max_schema_bytes: 100_000 };
  await writeFile(join(cwd, 'toolscore.config.json'), JSON.stringify(config));
  await writeFile(join(cwd, 'm.json'), JSON.stringify({ version: 1, probes: [small] }));
  const scorecard = await toolscore(['mcp', 'lint', ...SAMPLE], { cwd });
  expect(scorecard.err).not.toContain('no rule');
  const probe = await toolscore(['probe', '--server', 's', '--manifest', 'm.json', '--gate-only', ...SAMPLE], { cwd });
  expect([probe.code, probe.out]).toEqual([0, expect.stringContaining('s gate 1/1 passed')]);
  const unknown = await toolscore(['mcp', 'lint', '--rule', 'latency-budget-exceded=off', ...SAMPLE], { cwd });
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no rule is called')]);
});

it('leaves rules and probes of the house alone that are about scorecards, and calls only what a case names', async () => {
  const cwd = await scratch();
  await writeFile(join(cwd, 'rule.yaml'), JSON.stringify(HOUSE_RULE));
  await writeFile(join(cwd, 'probe.mjs'), HOUSE_PROBE);
  const config = { plugins: ['./rule.yaml', './probe.mjs'], rules: { 'house-name-long': 'warning' } };
  await writeFile(join(cwd, 'toolscore.config.json'), JSON.stringify(config));
  const small = { id: 'small', probe: 'discovery-cost', access: 'read_only', max_tools: 50, max_schema_bytes: 100_000 };
  await writeFile(join(cwd, 'm.json'), JSON.stringify({ version: 1, probes: [small] }));
  const probe = await toolscore(['probe', '--server', 's', '--manifest', 'm.json', '--gate-only', ...SAMPLE], { cwd });
  expect([probe.code, probe.err]).toEqual([0, '']);
  expect(probe.out).toContain('s gate 1/1 passed');
  const lint = await toolscore(['mcp', 'lint', ...SAMPLE], { cwd });
  expect(lint.out).toContain('house-name-long');
});

const HOUSE_RULE = {
  id: 'house-name-long',
  title: 'Tool has a short name',
  failure: 'Tool has a long name',
  severity: 'error',
  confidence: 'high',
  since: '1.0.0',
  observes: 'tool.listing',
  requires: ['name'],
  when: { '!=': [{ var: 'name' }, ''] },
  message: '{{name}} is a name',
  fix: 'Find a shorter name.',
};
const HOUSE_PROBE = `export default {
  name: 'house-calls',
  effects: 'call',
  apply({ hooks }) {
    hooks.observe.for('tool').tapPromise('house-calls', ({ each }) => each(() => { throw new Error('called'); }));
  },
};\n`;
