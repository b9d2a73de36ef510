import { createHash } from 'node:crypto';
import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UsageError } from '../../../core/errors.js';
import { loadManifest, parseManifest } from '../../../core/manifest/read.js';
import { example, KINDS, manifest, parse, problemsOf } from './examples.js';

const VALID = JSON.stringify(manifest([example('degradation-over-n')]));
const FOUR_MIB = 4 * 1024 * 1024;

const bytesProblem = (bytes: Uint8Array): Promise<string> =>
  parseManifest(bytes, 'm.json', KINDS).then(
    () => '',
    (error: unknown) => (error as UsageError).problems.join('\n'),
  );

describe('the bytes of a manifest', () => {
  it('are hashed exactly as they are', async () => {
    for (const text of [VALID, `${VALID}\n`]) {
      expect((await parse(text)).sha256).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });

  it('are at most 4 MiB', async () => {
    expect(await bytesProblem(Buffer.from(VALID.padEnd(FOUR_MIB)))).toBe('');
    expect(await bytesProblem(Buffer.from(VALID.padEnd(FOUR_MIB + 1)))).toMatch(/^m\.json {2}is larger than 4 MiB/);
  });

  it('hold no byte-order mark', async () => {
    expect(await bytesProblem(Buffer.from(`\uFEFF${VALID}`))).toMatch(/^m\.json:1:1 {2}begins with a byte-order mark/);
  });

  it('are UTF-8', async () => {
    const latin = Buffer.from(VALID.replace('"read"', '"caf\u00e9"'), 'latin1');
    expect(await bytesProblem(latin)).toBe('m.json  is not UTF-8. Save it in that encoding.');
  });
});

describe('strict JSON', () => {
  it.each([
    ['', 'm.json:1:1  the file is empty.'],
    [' \n', 'm.json:1:1  the file is empty.'],
    ['{"version": 1,\n "probes": [', 'm.json:2:13  not JSON: it ends in the middle. A bracket or a quote is missing.'],
    ['{"version": 1, "probes', 'm.json:1:23  not JSON: it ends in the middle. A bracket or a quote is missing.'],
    ['{"version": 1,\n}', 'm.json:2:1  a manifest is strict JSON: no comments, no trailing commas.'],
    ['{\n// why\n"version": 1}', 'm.json:2:1  a manifest is strict JSON: no comments, no trailing commas.'],
    ['{"a": "x\ny"}', 'm.json:1:9  not JSON: a text holds a line break or another control character. Escape it.'],
    [
      '{"a": "x"\n "b": 1}',
      'm.json:2:2  not JSON: something else belongs here, such as a quote, a comma or a bracket.',
    ],
    ["{'a': 1}", 'm.json:1:2  not JSON: something else belongs here, such as a quote, a comma or a bracket.'],
    ['{"a": 01}', 'm.json:1:7  not JSON: something else belongs here, such as a quote, a comma or a bracket.'],
    ['{} {}', 'm.json:1:4  not JSON: something else belongs here, such as a quote, a comma or a bracket.'],
    ['{"a": NaN}', 'm.json:1:7  not JSON: something else belongs here, such as a quote, a comma or a bracket.'],
  ])('refuses %j', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  it.each(['[1]', '"version"', 'null', '1'])('is an object, not %s', async (text) => {
    expect(await problemsOf(text)).toEqual(['m.json:1:1  a manifest is an object with version and probes.']);
  });

  const nested = (levels: number): string =>
    VALID.replace('"arguments":{}', `"arguments":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`);

  // The document, its cases, the case and the arguments are four levels.
  it('is at most 128 levels deep', async () => {
    expect(await problemsOf(nested(124))).toEqual([]);
    expect(await problemsOf(nested(125))).toEqual([
      expect.stringMatching(/^m\.json:1:\d+ {2}nested more than 128 levels deep\. Flatten it\.$/),
    ]);
  });

  it.each([5_000, 500_000])('survives %i levels, closed or not', async (levels) => {
    for (const text of [nested(levels), '['.repeat(levels), '{"a":'.repeat(levels)])
      expect(await problemsOf(text)).toEqual([expect.stringContaining('128 levels')]);
  });

  it('counts no bracket inside a text', async () => {
    const text = VALID.replace('"arguments":{}', String.raw`"arguments":{"x":"\"${'['.repeat(200)}"}`);
    expect(await problemsOf(text)).toEqual([]);
  });
});

describe('names that stand twice', () => {
  const twice = (text: string, from: string, to: string): Promise<readonly string[]> => {
    expect(text).toContain(from);
    return problemsOf(text.replace(from, to));
  };
  const sandboxed = JSON.stringify(
    manifest([example('instruction-fidelity')], { sandboxes: { scratch: { description: 'x' } } }),
  );

  it.each([
    ['the document', '"version":1', '"version":1,"version":1', '/version  version'],
    [
      'sandboxes',
      '{"scratch":{',
      '{"scratch":{"description":"y"},"scratch":{',
      '/sandboxes/scratch  sandboxes.scratch',
    ],
    [
      'a sandbox',
      '{"description":"x"}',
      '{"description":"x","description":"y"}',
      '/sandboxes/scratch/description  sandboxes.scratch.description',
    ],
    [
      'a case',
      '"access":',
      '"access":"read_only","access":',
      '/probes/0/access  probe case instruction-fidelity: access',
    ],
    [
      'expect',
      '"outcome":',
      '"outcome":"ok","outcome":',
      '/probes/0/expect/outcome  probe case instruction-fidelity: expect.outcome',
    ],
    [
      'arguments',
      '"arguments":{}',
      '"arguments":{"q":1,"q":2}',
      '/probes/0/arguments/q  probe case instruction-fidelity: arguments.q',
    ],
    [
      'an object deep in arguments',
      '"arguments":{}',
      '"arguments":{"q":[1,{"a b":1,"a b":2}]}',
      '/probes/0/arguments/q/1/*  probe case instruction-fidelity: arguments.q[1].*',
    ],
  ])('are refused in %s', async (_, from, to, problem) => {
    expect(await twice(sandboxed, from, to)).toEqual([expect.stringMatching(/^m\.json:1:\d+ {2}/)]);
    expect((await twice(sandboxed, from, to))[0]).toContain(
      `  ${problem} stands twice in one object. Keep one of the two.`,
    );
  });

  it('are refused in steps of a workflow', async () => {
    const text = JSON.stringify(manifest([example('workflow')])).replace('"tool":"search"', '"tool":"a","tool":"b"');
    expect(await problemsOf(text)).toEqual([expect.stringContaining('/probes/0/steps/1/tool  probe case workflow: ')]);
  });

  it('are told once however often they stand, escaped or not', async () => {
    const text = VALID.replace('"arguments":{}', String.raw`"arguments":{"q":1,"\u0071":2,"q":3}`);
    expect(await problemsOf(text)).toHaveLength(1);
  });

  it('are told together with whatever else is wrong', async () => {
    const text = VALID.replace('"version":1', '"version":1,"version":2').replace(':10', ':0');
    expect((await problemsOf(text)).map((line) => line.split('  ')[1])).toEqual([
      '/version',
      '/version',
      '/probes/0/max_attempts',
    ]);
  });

  it('may be those of the language', async () => {
    const text = VALID.replace('"arguments":{}', '"arguments":{"__proto__":{"x":1},"constructor":2}');
    const [one] = (await parse(text)).cases;
    expect(Object.keys(one?.fields['arguments'] as object)).toEqual(['__proto__', 'constructor']);
  });
});

describe('numbers of arguments', () => {
  const numbers = (list: string): Promise<readonly string[]> =>
    problemsOf(VALID.replace('"arguments":{}', `"arguments":{"q":[${list}]}`));

  it('are sent as they are written, or refused', async () => {
    expect(
      await numbers('0, -1, 1.5, 1e3, 9007199254740991, 9007199254740992, 1e300, 0.1, 12345678901234567000'),
    ).toEqual([]);
    for (const number of ['1e999', '-1e999', '9007199254740993', '12345678901234567890'])
      expect(await numbers(number)).toEqual([
        expect.stringMatching(/\/probes\/0\/arguments\/q\/0 .*too large to be sent as it is written/),
      ]);
  });
});

it('arguments may be as long as the file', async () => {
  const list = Array.from({ length: 150_000 }, () => '{}').join(',');
  expect(await problemsOf(VALID.replace('"arguments":{}', `"arguments":{"q":[${list}]}`))).toEqual([]);
});

describe('a manifest file', () => {
  it('that is missing is named, with the command that drafts one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    await expect(loadManifest('toolscore.manifest.json', folder, KINDS)).rejects.toThrow(
      'toolscore.manifest.json  does not exist. Draft one with:  toolscore init --server LABEL -- SERVER COMMAND',
    );
    await expect(loadManifest('.', folder, KINDS)).rejects.toThrow('.  is a folder, not a file.');
  });

  it('is read from the folder of the run, and not further than is allowed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    await writeFile(join(folder, 'm.json'), VALID);
    expect((await loadManifest('m.json', folder, KINDS)).cases).toHaveLength(1);
    await truncate(join(folder, 'm.json'), 16 * FOUR_MIB);
    await expect(loadManifest('m.json', folder, KINDS)).rejects.toThrow('m.json  is larger than 4 MiB');
  });
});
