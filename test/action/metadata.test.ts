import { expect, test } from 'vitest';
import { action } from './runner.js';

const KEYS = ['name', 'author', 'description', 'inputs', 'outputs', 'runs', 'branding'];
const STEP_KEYS = ['id', 'name', 'if', 'run', 'shell', 'uses', 'with', 'env', 'working-directory', 'continue-on-error'];
const COLORS = ['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'];
const ID = /^[_a-zA-Z][a-zA-Z0-9_-]*$/;
const { steps } = action.runs;

/** Source: the reference of the metadata syntax of GitHub Actions, for composite actions. */
test('action.yml keeps to the syntax of metadata', () => {
  expect(Object.keys(action).filter((key) => !KEYS.includes(key))).toEqual([]);
  expect(action.name.length).toBeGreaterThan(0);
  expect(action.description.length).toBeGreaterThan(0);
  expect(COLORS).toContain(action.branding.color);
  expect(action.runs.using).toBe('composite');
  for (const [id, input] of Object.entries(action.inputs)) {
    expect(id).toMatch(ID);
    expect(input.description).toMatch(/\.$/);
    expect(Object.keys(input).filter((key) => !['description', 'required', 'default'].includes(key))).toEqual([]);
    // YAML has true and 1.10; an input is text.
    expect(['string', 'undefined']).toContain(typeof input.default);
  }
  for (const [id, output] of Object.entries(action.outputs)) {
    expect(id).toMatch(ID);
    expect(Object.keys(output).sort()).toEqual(['description', 'value']);
  }
  for (const step of steps) {
    expect(Object.keys(step).filter((key) => !STEP_KEYS.includes(key))).toEqual([]);
    expect((step.run === undefined) !== (step.uses === undefined)).toBe(true);
    if (step.run !== undefined) expect(step.shell).toBe('bash');
    // A major version at least, never a branch.
    if (step.uses !== undefined) expect(step.uses).toMatch(/@(v\d+(\.\d+){0,2}|[0-9a-f]{40})$/);
  }
});

test('what a script runs holds no expression, so that no input becomes part of it', () => {
  expect(steps.flatMap(({ run = '' }) => run.match(/\$\{\{/g) ?? [])).toEqual([]);
  expect(steps.filter(({ run }) => run !== undefined).length).toBeGreaterThan(1);
});

test('every input is handed over, and every expression names something that there is', () => {
  const used = new Set([...JSON.stringify(action.runs).matchAll(/inputs\.([\w-]+)/g)].map(([, id]) => id));
  expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
  const environment = steps.find(({ id }) => id === 'grade')?.env ?? {};
  for (const [name, value] of Object.entries(environment)) {
    const id = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
    expect(name).toBe(`INPUT_${id.toUpperCase().replaceAll('-', '_')}`);
  }
});

test('has the inputs and outputs of the specification, with their defaults', () => {
  const defaults = Object.fromEntries(Object.entries(action.inputs).map(([id, input]) => [id, input.default ?? '']));
  expect(defaults).toMatchObject({
    'mcp-command': '',
    'mcp-fail-under': 'B',
    'mcp-probe-grade-cap': 'true',
    'mcp-probes': 'false',
    'mcp-allow-writes': 'false',
    'mcp-probe-config': '',
    'mcp-args-file': '',
    'mcp-args': '',
    'mcp-report': '',
  });
  expect(Object.keys(action.outputs)).toEqual(
    expect.arrayContaining(['mcp-grade', 'mcp-score', 'mcp-capped', 'mcp-effect', 'mcp-report']),
  );
});
