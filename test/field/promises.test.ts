import { describe, expect, it } from 'vitest';
import promises from '../../plugins/promises/index.js';
import { type Args, type Probed, probeField, refusal, type SlowTool, text, TEXT } from './fake.js';

const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [promises], around);

const making = (run: (path: string) => ReturnType<SlowTool['run']>, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'create_directory',
  description: 'Creates a directory. Can create multiple nested directories in one operation.',
  takes: { path: TEXT },
  run: ({ path }: Args) => run(String(path)),
  ...tool,
});
const flat = (path: string): ReturnType<SlowTool['run']> =>
  path.split('/').length > 2 ? refusal('Parent directory does not exist.') : text('Created.');

describe('nested folders that a description promises', () => {
  it('are refused', async () => {
    const { findings, calls } = await probe([making(flat)], { values: { create_directory: { path: 'data/x' } } });
    expect(findings).toMatchObject([
      { rule: 'probe-contract', subject: 'create_directory', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toContain(
      'says "create multiple nested directories", and the call that needs it fails',
    );
    const paths = calls.map(({ args }) => String(args['path'])).filter((path) => path.includes('tsp'));
    expect(paths.map((path) => path.replace(/[0-9a-f]{6}/, ''))).toEqual(['data/tsp-path/inner', 'data/tsp-path']);
  });

  it('are refused where the schema has been lost', async () => {
    const lost = making(flat, { takes: {} });
    const { findings } = await probe([lost], { values: { create_directory: { path: 'data/x' } } });
    expect(findings).toHaveLength(1);
  });

  it('are made', async () => {
    expect((await probe([making(() => text('Created.'))])).findings).toEqual([]);
  });

  it('are made of files', async () => {
    const description = 'Writes a file and creates missing parent directories.';
    const writing = making(flat, { name: 'write_file', description, takes: { path: TEXT, content: TEXT } });
    const { findings, calls } = await probe([writing], { values: { write_file: { path: 'data/x.md' } } });
    expect(findings).toHaveLength(1);
    expect(calls.some(({ args }) => /^data\/tsp[0-9a-f]{6}-path\/inner\.md$/.test(String(args['path'])))).toBe(true);
  });

  it('say nothing where plain ones are refused as well', async () => {
    const { findings, undecided } = await probe([making(() => refusal('Access denied.'))]);
    expect(findings).toEqual([]);
    expect(undecided).toHaveLength(1);
  });

  it('are not asked for where nobody promises them', async () => {
    const { calls } = await probe([making(flat, { description: 'Creates a directory. The parent must exist.' })], {
      values: { create_directory: { path: 'data/x' } },
    });
    expect(calls.filter(({ args }) => String(args['path']).includes('inner'))).toEqual([]);
  });
});
