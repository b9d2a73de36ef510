import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import overlap from '../../plugins/overlap/index.js';
import { type Args, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';

const EDITS = {
  edits: {
    type: 'array',
    items: { type: 'object', properties: { oldText: TEXT, newText: TEXT }, required: ['oldText', 'newText'] },
  },
};

type Files = Map<string, string>;

const writeFile = (files: Files): SlowTool => ({
  name: 'write_file',
  takes: { path: TEXT, content: TEXT },
  run: ({ path, content }) => {
    files.set(path, content);
    return text('Written.');
  },
});

const readFile = (files: Files): SlowTool => ({
  name: 'read_file',
  takes: { path: TEXT },
  run: ({ path }) => {
    const found = files.get(path);
    return found === undefined ? refusal('no such file') : text(found);
  },
});

const replaced = (before: string, { edits }: Args): string | undefined => {
  const [{ oldText, newText }] = edits;
  return before.includes(oldText) ? before.replace(oldText, newText) : undefined;
};

/** Reads, waits and writes. */
const editFile = (files: Files, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'edit_file',
  takes: { path: TEXT, ...EDITS },
  annotations: { destructiveHint: true },
  run: async (args) => {
    const after = replaced(files.get(args['path']) ?? '', args);
    await turn();
    if (after === undefined) return refusal('no match');
    files.set(args['path'], after);
    return text('Edited.');
  },
  ...tool,
});

describe('edits of one text that are sent at once', () => {
  it('are lost where each one saves the copy it began with', async () => {
    const files: Files = new Map();
    const { findings } = await probeField([writeFile(files), editFile(files), readFile(files)], [overlap]);
    expect(findings).toMatchObject([
      { rule: 'probe-lost-update', subject: 'edit_file', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toMatch(
      /^edit_file was sent 8 edits of different lines of one text at once: 8 reported as stored, 1 shown by read_file; missing (?:the line "tsp[0-9a-f]{6}-line_\d"(?:, )?){7}$/,
    );
  });

  it('all show where one waits for the other', async () => {
    const files: Files = new Map();
    const run: SlowTool['run'] = async (args) => {
      await turn();
      files.set(args['path'], replaced(files.get(args['path']) ?? '', args) ?? '');
      return text('Edited.');
    };
    const { findings, undecided, calls } = await probeField(
      [writeFile(files), editFile(files, { run }), readFile(files)],
      [overlap],
    );
    expect([findings, undecided]).toEqual([[], []]);
    expect(calls.filter(({ name }) => name === 'edit_file').map(({ args }) => args['path'])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^tsp[0-9a-f]{6}-path$/)]),
    );
    expect(
      new Set(
        calls
          .filter(({ name }) => name === 'edit_file')
          .slice(-9)
          .map(({ args }) => args['path']),
      ).size,
    ).toBe(1);
  });

  it('may be refused', async () => {
    const files: Files = new Map();
    const careless = editFile(files);
    let busy = false;
    const run: SlowTool['run'] = async (args) => {
      if (busy) return refusal('busy');
      busy = true;
      const answer = await careless.run(args);
      busy = false;
      return answer;
    };
    const { findings, undecided } = await probeField(
      [writeFile(files), editFile(files, { run }), readFile(files)],
      [overlap],
    );
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('prove nothing when an edit alone does not show', async () => {
    const files: Files = new Map();
    const run: SlowTool['run'] = () => text('Edited.');
    const { findings, undecided } = await probeField(
      [writeFile(files), editFile(files, { run }), readFile(files)],
      [overlap],
    );
    expect(findings).toEqual([]);
    expect(undecided).toEqual(['tool.overlap edit_file: an edit alone does not show']);
  });

  it('are not tried on what nobody reads, and not with a path that the user fixed to something else', async () => {
    const files: Files = new Map();
    const alone = await probeField([writeFile(files), editFile(files)], [overlap]);
    const fixed = await probeField([writeFile(files), editFile(files), readFile(files)], [overlap], {
      values: { edit_file: { path: 'mine.txt' } },
    });
    for (const { calls } of [alone, fixed])
      expect(calls.filter(({ name }) => name === 'edit_file').length).toBeLessThanOrEqual(2);
  });

  it('are tried on a path that the user gave for all tools', async () => {
    const files: Files = new Map();
    const given = { path: '/data/a.txt' };
    const { findings } = await probeField([writeFile(files), editFile(files), readFile(files)], [overlap], {
      values: { edit_file: given, write_file: given, read_file: given },
    });
    expect(findings).toMatchObject([{ rule: 'probe-lost-update', subject: 'edit_file' }]);
  });
});
