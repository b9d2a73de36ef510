import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { kindsAmong } from '../../../core/api/manifest-kernel.js';
import type { JsonObject } from '../../../core/json.js';
import { loadPlugin } from '../../../core/load/load.js';
import { manifestSchema } from '../../../core/manifest/schema.js';
import { manifestPlugins } from '../../../plugins/manifest.js';
import { contextFor } from '../../load/folder.js';
import { runCases } from '../run.js';
import { example, faultsOf, KIND_NAMES, manifest, parse } from './examples.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/plugins/', import.meta.url));
const loaded = await loadPlugin('./kind-echo.mjs', FOLDER, contextFor(FOLDER));
const plugins = loaded.map(({ plugin }) => plugin);
const KINDS = kindsAmong([...manifestPlugins, ...plugins]);

const ECHO = { id: 'echoes', probe: 'kind-echo', access: 'read_only', tool: 'echo', argument: 'message', text: ' hi ' };
const accepts = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(manifestSchema(KINDS));

describe('a kind from outside', () => {
  it.each<[string, JsonObject, string[]]>([
    ['as it is', ECHO, []],
    ['with what may be left out', { ...ECHO, spaces_count: false }, []],
    ['with null for that', { ...ECHO, spaces_count: null }, []],
    [
      'with a bound exceeded',
      { ...ECHO, text: 'x'.repeat(201) },
      ['/probes/0/text  probe case echoes: text takes 1 to 200 characters, none of them a control character.'],
    ],
    [
      'with a field it does not have',
      { ...ECHO, sandbox: 'x' },
      [
        '/probes/0/sandbox  probe case echoes: sandbox is no field here. There are: id, probe, access, tool, argument, text, spaces_count.',
      ],
    ],
    [
      'against its rule over several fields',
      { ...ECHO, text: ' ', spaces_count: false },
      ['/probes/0/text  probe case echoes: text takes more than spaces where spaces_count is false.'],
    ],
  ])('is validated: %s', async (_, one, faults) => {
    expect(await faultsOf(manifest([one]), KINDS)).toEqual(faults);
    if (faults.length === 0 || !faults[0]?.includes('more than spaces'))
      expect(accepts(manifest([one]))).toBe(faults.length === 0);
  });

  it('is unknown without its plugin', async () => {
    expect(await faultsOf(manifest([ECHO]))).toEqual([
      expect.stringContaining('probe case echoes: probe names no kind.'),
    ]);
    expect(await faultsOf(manifest([example('pagination')]), KINDS)).toEqual([]);
  });

  it('has its branch in the schema, behind those that ship', () => {
    const { case: any, 'case.kind-echo': own } = manifestSchema(KINDS)['$defs'] as Record<string, any>;
    expect(any.properties.probe.enum).toEqual([...KIND_NAMES, 'kind-echo']);
    expect(own).toMatchObject({
      description: 'A tool gives a text back as it was sent.',
      required: ['id', 'probe', 'access', 'tool', 'argument', 'text'],
      properties: { probe: { const: 'kind-echo' }, text: { maxLength: 200 } },
    });
  });
});

describe('a run of it', () => {
  const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
  const run = async (more: JsonObject, answer: (text: string) => object) => {
    const { cases } = await parse(manifest([{ ...ECHO, ...more }]), KINDS);
    return runCases(cases, (_method, params) => answer(String((params['arguments'] as JsonObject)['message'])), {
      tools,
      plugins,
    });
  };
  const text = (said: string): object => ({ result: { content: [{ type: 'text', text: said }] } });

  it('passes, and leaves its facts', async () => {
    const passed = await run({}, text);
    expect(passed.failed('echoes')).toEqual([]);
    expect(passed.data('echoes', 'case.kind-echo')).toEqual({ same: true, returned_length: 4 });
    expect(passed.report.score.value).toBe(1);
  });

  it('fails with its own label', async () => {
    const failed = await run({}, (said) => text(said.trim()));
    expect(failed.failed('echoes')).toEqual(['echo-altered']);
    expect(failed.report.score.value).toBe(0);
    expect((await run({ spaces_count: false }, (said) => text(said.trim()))).failed('echoes')).toEqual([]);
  });

  it('is incomplete like every other kind', async () => {
    const broken = await run({}, () => ({ kind: 'timeout' }));
    expect(broken.fault('echoes')).toBe('timeout');
    expect(broken.failed('echoes')).toEqual(['transport-timeout']);
  });
});
