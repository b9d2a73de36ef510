import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkProbeConfig } from '../../core/effects/check-config.js';
import { parseProbeConfig, type ProbeConfig, type ServerIdentity, type Tool } from '../../core/index.js';
import type { JsonObject } from '../../core/json.js';
import { toolFrom } from '../../core/kernel/catalog.js';
import { parseYaml } from '../../core/yaml.js';
import { draftConfig } from '../../plugins/report-probe-config/draft.js';
import { HOSTILE } from './hostile-texts.js';
import { acting } from './oracle.js';

const LISTINGS = fileURLToPath(new URL('../../fixtures/listings/', import.meta.url));

function serverOf(name: string): ServerIdentity {
  return { name, version: '1', protocolVersion: '2025-11-25', era: 'initialize', instructions: '', capabilities: {} };
}
const toolsOf = (listed: readonly JsonObject[]): readonly Tool[] => listed.map((tool, at) => toolFrom(tool, at));

async function read(text: string): Promise<ProbeConfig> {
  const { value, problems } = await parseYaml(text, 'probes.yaml');
  expect(problems).toEqual([]);
  return parseProbeConfig(value ?? {}, 'probes.yaml');
}

/** The draft of a server's tools, loaded and held against them. */
async function drafted(tools: readonly Tool[], server = 'notes'): Promise<{ text: string; config: ProbeConfig }> {
  const text = await draftConfig({ server: serverOf(server), tools });
  const config = await read(text);
  expect(checkProbeConfig(config, tools)).toEqual({ problems: [], warnings: [] });
  return { text, config };
}

/** The weak guesses taken as well. */
function uncommented(text: string): string {
  const body = text.slice(
    text.indexOf('\n\n'),
    text.includes('# Probes call none') ? text.indexOf('# Probes call none') : undefined,
  );
  return body.replaceAll(/^# (?=\w+:$(?!\n  #.*too many)| {2})/gm, '');
}

const list = { name: 'list_notes', inputSchema: { type: 'object', properties: { limit: { type: 'integer' } } } };
const text = { type: 'string' };

const listings = (await readdir(LISTINGS)).filter((name) => name.endsWith('.json'));

describe('a drafted probe config', () => {
  it.each(listings)('of %s loads and fits its tools, with the weak guesses too', async (name) => {
    const listing = JSON.parse(await readFile(join(LISTINGS, name), 'utf8')) as JsonObject[];
    const { text: draft } = await drafted(toolsOf(listing));
    expect(await read(uncommented(draft))).toBeTypeOf('object');
  });

  it('writes down the pair, the key and the bound of a notes server', async () => {
    const tools = toolsOf([
      {
        name: 'create_note',
        inputSchema: { type: 'object', properties: { title: text, body: text }, required: ['title'] },
      },
      list,
      { name: 'search_notes', inputSchema: { type: 'object', properties: { query: text }, required: ['query'] } },
      { name: 'delete_note', inputSchema: { type: 'object', properties: { id: text } } },
    ]);
    const { config, text: draft } = await drafted(tools);
    expect(config).toEqual({
      pairs: [{ write: 'create_note', read: 'search_notes', readArgs: { query: '{key}' }, key: 'title' }],
      relations: [
        { id: 'list_notes-limit', tool: 'list_notes', param: 'limit', values: [1, 2], expect: 'exact', unit: 'items' },
      ],
    });
    expect(draft).toContain('  # create_note and search_notes share the word "note".');
    expect(draft).toContain('#   delete_note\n');
    expect((await read(uncommented(draft))).agreements).toEqual([
      { left: { tool: 'search_notes', args: { query: 'TEXT' } }, right: { tool: 'list_notes' }, expect: 'subset' },
    ]);
  });

  it('leaves guesses that would accuse to the author', async () => {
    const tools = toolsOf([
      {
        name: 'create_item',
        inputSchema: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
      },
      { name: 'add_entry', inputSchema: { type: 'object', properties: { name: text } } },
      { name: 'list_entries', inputSchema: { type: 'object', properties: { zone: text }, required: ['zone'] } },
      { name: 'get_status', inputSchema: { type: 'object', properties: {} } },
    ]);
    const { config, text: draft } = await drafted(tools);
    expect(config).toEqual({});
    expect(draft).toContain('# create_item: nothing in it takes a text of our own.');
    expect(draft).toContain('# add_entry: no read tool shares a word with it. If get_status shows it, confirm that.');
  });

  it('expects only a limit where there is nothing to compare with, and asks for what is needed', async () => {
    const page = {
      name: 'list_pages',
      inputSchema: {
        type: 'object',
        properties: { limit: { type: 'integer' }, space: text },
        required: ['limit', 'space'],
      },
    };
    const { config, text: draft } = await drafted(toolsOf([page, page]));
    expect(config.relations).toMatchObject([{ tool: 'list_pages', param: 'limit', expect: 'at_most' }]);
    expect(draft).toContain('It needs space: see args above.');
  });

  it('of a server without tools is an empty config', async () => {
    expect((await drafted([])).config).toEqual({});
  });

  it.each(HOSTILE.map((name): [string, string] => [JSON.stringify(name.slice(0, 40)), name]))(
    'takes any name: %s',
    async (_, name) => {
      const properties = { [name]: text, limit: { type: 'integer' } };
      const schema = { type: 'object', properties, required: [name] };
      const tools = toolsOf([
        { name: `create_note_${name}`, inputSchema: schema },
        { name: `list_notes_${name}`, inputSchema: schema },
        { name, inputSchema: schema, annotations: { readOnlyHint: true } },
        { name, inputSchema: schema, annotations: { readOnlyHint: false } },
      ]);
      const { text: draft } = await drafted(tools, name);
      expect(acting(draft)).toEqual([]);
      await read(uncommented(draft));
    },
  );
});
