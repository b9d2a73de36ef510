/** What `toolscore serve` lists: names, schemas, annotations. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { shippedForManifests } from '../../plugins/manifest.js';
import { connected, anOffer } from './connected.js';
import { aCase, aReport } from '../documents/samples.js';

const NAMES = ['run_probe', 'score', 'scaffold', 'verify_finding', 'list_findings', 'get_finding', 'explain'];

describe('the tools', () => {
  test('are these, each with schemas that compile', async () => {
    const { tools } = await (await connected(await anOffer())).listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      for (const schema of [inputSchema, outputSchema ?? {}]) ajv.compile(schema);
    }
  });

  test('say what they and their arguments are', async () => {
    const { tools } = await (await connected(await anOffer())).listTools();
    for (const { title, description, inputSchema } of tools) {
      expect(title).toMatch(/^[A-Z]/);
      expect(description).toMatch(/^.{40,}\.$/);
      for (const schema of Object.values(inputSchema.properties ?? {}))
        expect(schema).toMatchObject({ description: expect.stringMatching(/\.$/) as string });
    }
  });

  test('own up to what they may do', async () => {
    const { tools } = await (await connected(await anOffer())).listTools();
    const reading = ['list_findings', 'get_finding', 'explain'];
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(reading);
    for (const { name, annotations } of tools) {
      const reads = reading.includes(name);
      const hints = { readOnlyHint: reads, destructiveHint: !reads, openWorldHint: !reads, idempotentHint: reads };
      expect(annotations).toEqual(hints);
    }
  });

  test('say in their examples what they take', async () => {
    const { tools } = await (await connected(await anOffer())).listTools();
    const ajv = new Ajv2020({ strict: false });
    for (const { inputSchema } of tools)
      for (const schema of Object.values(inputSchema.properties ?? {}) as { examples?: unknown[] }[])
        for (const example of schema.examples ?? []) expect(ajv.validate(schema, example)).toBe(true);
  });

  test('declare open reports and closed answers of their own', async () => {
    const { tools } = await (await connected(await anOffer())).listTools();
    const output = (name: string): Record<string, any> => tools.find((one) => one.name === name)?.outputSchema ?? {};
    const grown = { ...aReport([aCase('pages')]), readiness: null, later: 1 };
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(output('run_probe'), grown)).toBe(true);
    expect(ajv.validate(output('run_probe'), { ...grown, cases: [{ id: 'pages' }] })).toBe(false);
    expect(ajv.validate(output('get_finding'), { finding: null })).toBe(true);
    expect(ajv.validate(output('get_finding'), { finding: null, later: 1 })).toBe(false);
  });

  test('of another name are refused, and so are other methods, by the codes of the protocol', async () => {
    const client = await connected(await anOffer());
    await expect(client.callTool({ name: 'zyxmarker' })).rejects.toMatchObject({
      code: -32602,
      message: expect.not.stringContaining('zyxmarker') as string,
    });
    await expect(client.listPrompts()).rejects.toMatchObject({ code: -32601 });
    await expect(client.ping()).resolves.toEqual({});
  });
});

test('the instructions say so when no server can be started', async () => {
  const [may, mayNot] = await Promise.all(
    [true, false].map(async (allowSpawn) => (await connected(await anOffer({ allowSpawn }))).getInstructions()),
  );
  expect(may).toMatch(/scaffold.*run_probe.*explain/);
  expect(may).not.toContain('--allow-spawn');
  expect(mayNot).toContain('--allow-spawn');
});

describe('the resources', () => {
  test('are the schemas of manifests and reports', async () => {
    const client = await connected(await anOffer());
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['toolscore://schemas/manifest', 'toolscore://schemas/report']);
    const [manifest, report] = await Promise.all(
      resources.map(async ({ uri }) => {
        const [content] = (await client.readResource({ uri })).contents;
        return JSON.parse((content as { text: string }).text) as Record<string, any>;
      }),
    );
    const kinds = shippedForManifests.plugins.flatMap(({ name, kind }) => (kind === undefined ? [] : [name]));
    expect(manifest?.['$defs'].case.properties.probe.enum).toEqual(kinds);
    expect(report?.['title']).toBe('ProbeReport');
    await expect(client.readResource({ uri: 'toolscore://schemas/zyxmarker' })).rejects.toMatchObject({
      code: -32002,
      message: expect.not.stringContaining('zyxmarker') as string,
    });
  });
});
