/** Standard output, the lists of a server, and a tool that is not there. */

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { type Around, type FakeTool, json, look, refusal, text, thrown } from '../answers/run.js';

const list: FakeTool = { name: 'list_notes', run: () => json([]) };

async function found(around: Around, rule: string): Promise<readonly string[]> {
  const looked = await look([list], around);
  return looked.found
    .filter((one) => one.rule === rule)
    .map(({ owner, confidence, message }) => `${owner} ${confidence} ${message}`);
}

describe('standard output', () => {
  test('with lines that are no messages', async () => {
    const noise = ['Starting notes server...', '{"level":"info"}'];
    expect(await found({ noise }, 'probe-stdout-noise')).toEqual([
      '<server> high The server wrote to standard output what is no message, 2 lines in all, such as "Starting notes server..."',
    ]);
  });

  test('with lines on and on', async () => {
    const noise = Array.from({ length: 95 }, (_, at) => `line ${at}`);
    const [finding] = await found({ noise }, 'probe-stdout-noise');
    expect(finding).toContain('more than 10 lines in all, such as "line 0"');
  });

  test('with messages only', async () => {
    expect(await found({}, 'probe-stdout-noise')).toEqual([]);
  });
});

describe('a tool that is not listed', () => {
  const answered = (result: JsonObject): Around => ({
    asked: (method) => (method === 'tools/call' ? { kind: 'result', result } : { kind: 'result', result: {} }),
  });

  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['is refused', refusal('Unknown tool'), []],
    ['gets a success', json({ success: true }), ['high']],
    ['gets an empty success', text(), ['high']],
    ['gets a success that says that there is none', json({ success: false, error: 'Unknown tool' }), ['medium']],
  ])('%s', async (_, result, expected) => {
    const findings = await found(answered(result), 'unknown-tool-accepted');
    expect(findings.map((one) => one.split(' ')[1])).toEqual(expected);
  });

  test('gets an error', async () => {
    expect(await found({ asked: () => thrown(-32602, 'Unknown tool') }, 'unknown-tool-accepted')).toEqual([]);
  });
});

describe('the lists of a server', () => {
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  /** Answers each list method with pages of names; methods that are left out are not known. */
  const serving = (lists: Readonly<Record<string, readonly (readonly string[])[]>>): Around => ({
    capabilities,
    asked: (method, params) => {
      const pages = lists[method];
      if (method === 'tools/call') return thrown(-32602, 'Unknown tool');
      if (pages === undefined) return thrown(-32601, 'Method not found');
      const at = Number(params['cursor'] ?? 0);
      const field = method === 'resources/templates/list' ? 'resourceTemplates' : (method.split('/')[0] ?? '');
      const entries = (pages[at] ?? []).map((name) => ({ name, uri: name, uriTemplate: name }));
      const last = at + 1 >= pages.length;
      return { kind: 'result', result: { [field]: entries, ...(!last && { nextCursor: String(at + 1) }) } };
    },
  });
  const all = { 'resources/list': [['a']], 'resources/templates/list': [[]], 'prompts/list': [['b'], ['c']] };

  test('that are all served, end and repeat nothing', async () => {
    const { found: findings } = await look([list], serving(all));
    expect(findings.map(({ rule }) => rule)).toEqual(['probe-unknown-argument']);
  });

  test('that are declared and not known', async () => {
    const { 'prompts/list': _, ...rest } = all;
    expect(await found(serving(rest), 'surface-not-served')).toEqual([
      '<server> high The server declares prompts and does not serve prompts/list: Method not found',
    ]);
  });

  test('that may be missing, beside one that is served', async () => {
    const { 'resources/templates/list': _, ...rest } = all;
    const [finding] = await found(serving(rest), 'surface-not-served');
    expect(finding).toMatch(/^<server> low /);
  });

  test('and completion, where it is declared', async () => {
    const declared = { ...capabilities, completions: {} };
    expect(await found({ ...serving(all), capabilities: declared }, 'surface-not-served')).toEqual([
      '<server> high The server declares completions and does not serve completion/complete: Method not found',
    ]);
    const { asked } = serving(all);
    const served: Around = {
      capabilities: declared,
      asked: (method, params) =>
        method === 'completion/complete' ? thrown(-32602, 'no such argument') : (asked?.(method, params) ?? {}),
    };
    expect(await found(served, 'surface-not-served')).toEqual([]);
  });

  test('that nobody declares are not asked for', async () => {
    const { sent } = await look([list], { ...serving({}), capabilities: { tools: {} } });
    expect(sent.filter(({ plugin }) => plugin === 'surface').map(({ name }) => name)).toEqual([
      'toolscore-no-such-tool',
    ]);
  });

  test('that name something on two pages', async () => {
    const twice = {
      ...all,
      'prompts/list': [
        ['b', 'c'],
        ['c', 'd'],
      ],
    };
    expect(await found(serving(twice), 'listing-duplicate')).toEqual([
      '<server> high prompts/list lists c twice: on page 1 and again on page 2',
    ]);
  });

  test('that name something twice only the first time changed in between', async () => {
    let walks = 0;
    const { asked } = serving(all);
    const changing: Around = {
      capabilities,
      asked: (method, params) => {
        if (method === 'prompts/list') walks += 1;
        if (method !== 'prompts/list' || walks > 1) return asked?.(method, params) ?? {};
        return { kind: 'result', result: { prompts: [{ name: 'b' }, { name: 'b' }] } };
      },
    };
    expect(await found(changing, 'listing-duplicate')).toEqual([]);
  });

  test('that never end', async () => {
    const { asked } = serving(all);
    const endless: Around = {
      capabilities,
      asked: (method, params) =>
        method === 'prompts/list'
          ? { kind: 'result', result: { prompts: [], nextCursor: 'again' } }
          : (asked?.(method, params) ?? {}),
    };
    expect(await found(endless, 'listing-endless')).toEqual([
      '<server> high prompts/list does not end: after 2 pages there is still a cursor, or one that was there before',
    ]);
  });

  test('of tools with one name twice are walked again', async () => {
    const { asked } = serving({ ...all, 'tools/list': [['list_notes'], ['list_notes']] });
    const { found: findings } = await look([list, list], { capabilities, ...(asked !== undefined && { asked }) });
    expect(findings.find(({ rule }) => rule === 'listing-duplicate')?.message).toBe(
      'tools/list lists list_notes twice: on page 1 and again on page 2',
    );
  });
});
