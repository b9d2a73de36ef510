import { describe, expect, it } from 'vitest';
import { argumentValues, checkProbeConfig } from '../../core/effects/check-config.js';
import { parseProbeConfig, type ProbeConfig } from '../../core/effects/probe-config.js';
import type { JsonObject } from '../../core/json.js';
import type { Tool } from '../../core/model.js';
import { createValues, parseArg } from '../../core/values/values.js';

function toolOf(name: string, inputSchema: JsonObject = {}, annotations: JsonObject = {}): Tool {
  return { index: 0, name, description: '', inputSchema, outputSchema: undefined, annotations };
}
const TITLE = { type: 'object', properties: { title: { type: 'string' } } };

describe('a probe config against the tools of a server', () => {
  it('fits when every name is there', () => {
    const config = parseProbeConfig({
      writes: ['store'],
      pairs: [{ write: 'store', read: 'list', write_args: { title: 'x' }, key: 'title' }],
      relations: [{ tool: 'list', param: 'title', values: [1], expect: 'exact' }],
    });
    expect(checkProbeConfig(config, [toolOf('store', TITLE), toolOf('list', TITLE)])).toEqual({
      problems: [],
      warnings: [],
    });
  });

  it('warns of a reader that may write, and runs all the same', () => {
    const config = parseProbeConfig({ pairs: [{ write: 'store', read: 'pop_entry' }] }, 'probes.yaml');
    const tools = [toolOf('store'), toolOf('pop_entry')];
    expect(checkProbeConfig(config, tools)).toEqual({
      problems: [],
      warnings: [
        'probes.yaml: pairs[0].read: "pop_entry" does not look read-only, and this pair calls it to read. Name another reader if it changes anything',
      ],
    });
    const declared = [toolOf('store'), toolOf('pop_entry', {}, { readOnlyHint: true })];
    expect(checkProbeConfig(config, declared).warnings).toEqual([]);
  });

  it.each<[string, JsonObject, boolean]>([
    ['takes what the schema lists', TITLE, true],
    ['takes anything when the schema says so', { type: 'object', additionalProperties: true }, true],
    ['takes anything that fits a schema', { additionalProperties: { type: 'string' } }, true],
    ['takes what may be declared behind a reference', { $ref: '#/$defs/x' }, true],
    ['takes nothing besides', { type: 'object', properties: { titel: {} } }, false],
    ['takes nothing besides when others are forbidden', { properties: {}, additionalProperties: false }, false],
    ['takes nothing when there are no properties', { type: 'object' }, false],
  ])('a tool %s', (_, inputSchema, fits) => {
    const config: ProbeConfig = { idempotent: [{ tool: 'get', args: { title: 'x' } }] };
    expect(checkProbeConfig(config, [toolOf('get', inputSchema)]).problems.length === 0).toBe(fits);
  });

  it('names places as a program writes them when a program wrote it', () => {
    const config: ProbeConfig = {
      pairs: [{ write: 'store', read: 'list', readArgs: { qery: 1 }, writeArgs: { x: 1 } }],
    };
    const schema = { type: 'object', properties: { query: {} } };
    expect(checkProbeConfig(config, [toolOf('store', TITLE), toolOf('list', schema)]).problems).toEqual([
      'config: pairs[0].writeArgs.x: the tool "store" does not declare an argument "x".',
      'config: pairs[0].readArgs.qery: the tool "list" does not declare an argument "qery". Did you mean "query"?',
    ]);
  });

  it('is checked in bounded time against a huge schema', () => {
    const huge = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`p${i}`, {}])),
    };
    const config: ProbeConfig = { pairs: [{ write: 'store', read: 'store', key: 'nope' }] };
    expect(checkProbeConfig(config, [toolOf('store', huge)]).problems).toEqual([]);
  });
});

describe('the args of a probe config', () => {
  it('are weaker than those of files and flags, and a tool beats every tool', () => {
    const config = parseProbeConfig({ args: { get: { title: 'declared', limit: 3 }, '*': { title: 'any', size: 1 } } });
    const schema = { properties: { title: { type: 'string' }, limit: {}, size: { type: 'string' } } };
    const tool = toolOf('get', schema);
    const valuesWith = (...flags: string[]) =>
      Object.fromEntries(createValues([argumentValues(config), flags.map(parseArg)]).for(tool));
    expect(valuesWith()).toEqual({ title: 'declared', limit: 3, size: '1' });
    expect(valuesWith('title=given')).toEqual({ title: 'given', limit: 3, size: '1' });
  });

  it('name their place when nothing takes them', () => {
    const config = parseProbeConfig({ args: { got: { x: 1 }, '*': { y: 1 } } }, 'probes.yaml');
    expect(createValues([argumentValues(config)]).check([toolOf('get', TITLE)])).toEqual([
      'probes.yaml: args.*.y: no tool declares an argument "y".',
      'probes.yaml: args.got.x: the server has no tool "got". Did you mean "get"?',
    ]);
  });
});
