/** Failures told as successes, and what only looks like one. */

import { describe, expect, test } from 'vitest';
import { type Args, type Around, data, type FakeTool, json, look, refusal, TEXT, text, told } from './run.js';

const RULE = 'probe-error-as-success';
const NOTE = { key: 'backup', text: 'Runs at three.' };

/** Knows one note, whose key its schema offers. */
const getNote = (unknown: (args: Args) => object, found: object = json(NOTE)): FakeTool => ({
  name: 'get_note',
  takes: { key: { ...TEXT, examples: ['backup'] } },
  run: (args) =>
    (typeof args['key'] === 'string' ? (args['key'] === 'backup' ? found : unknown(args)) : refusal('key!')) as never,
});
const one = (tool: FakeTool, around?: Around): Promise<readonly string[]> => told(RULE, [tool], around);

describe('a record that does not exist', () => {
  test.each<readonly [string, object, readonly string[]]>([
    ['a status and why', json({ status: 'error', message: 'not found' }), ['get_note high']],
    ['the same, structured', data({ status: 'note_not_found', message: 'no such note' }), ['get_note high']],
    ['a flag and why', json({ success: false, error: 'There is no such note.' }), ['get_note high']],
    ['an error alone', json({ error: 'no such note' }), ['get_note high']],
    ['the flag of the protocol, in the text', json({ isError: true, message: 'no such note' }), ['get_note high']],
    ['a flag alone, which may be the answer to a question', json({ ok: false }), ['get_note low']],
    ['words', text('Error: there is no such note.'), ['get_note medium']],
    ['words that are no opening', text('Note not found.'), ['get_note medium']],
    ['a flag that says it worked, and no note', json({ success: true }), ['get_note medium']],
    ['a refusal', refusal('There is no such note.'), []],
    ['nothing', json(null), []],
    ['an empty list', json({ success: true, notes: [] }), []],
    ['words that say that there is none', text('No notes.'), []],
  ])('%s', async (_, answer, expected) => {
    expect(await one(getNote(() => answer))).toEqual(expected);
  });

  test('is asked for once, with a key that nothing has', async () => {
    const { sent, found } = await look([getNote(() => json({ status: 'error', message: 'not found' }))]);
    const asked = sent.filter(({ plugin }) => plugin === 'answers');
    // And once with an argument that nobody declares.
    expect(asked).toHaveLength(2);
    expect(asked[0]?.args['key']).toMatch(/^tsp[0-9a-f]{6}-key$/);
    expect(found[0]).toMatchObject({
      message: 'get_note answers a call for what does not exist without isError: it says status: "error" ("not found")',
      calls: 2,
      severity: 'error',
    });
  });

  test('a flag that says it worked and nothing else, where others get their note', async () => {
    const tool = getNote(() => json({ success: true }), json({ success: true, note: NOTE }));
    const { found } = await look([tool]);
    expect(found.map(({ rule, confidence }) => `${rule} ${confidence}`)).toContain(`${RULE} medium`);
    expect(found[0]?.message).toContain('it says "success" and lacks "note", which a good call gives');
  });

  test('is not asked for where the target is an address, or the tool writes or is left out', async () => {
    const fetch: FakeTool = {
      name: 'fetch_page',
      takes: { url: { ...TEXT, format: 'uri' } },
      run: () => text('A page.'),
    };
    const save: FakeTool = { name: 'save_note', takes: { key: TEXT }, run: () => json({ saved: true }) };
    const { sent } = await look([fetch, save, getNote(() => refusal('none'))], {
      exclude: ['get_note'],
      allowWrites: true,
    });
    const asked = sent.filter(({ plugin, args }) => plugin === 'answers' && JSON.stringify(args).includes('tsp'));
    expect(asked).toEqual([]);
  });
});

describe('what is no failure', () => {
  test.each<readonly [string, FakeTool]>([
    [
      'a text that the tool was asked for',
      {
        name: 'get_message',
        takes: { kind: { ...TEXT, enum: ['error', 'success'] } },
        run: ({ kind }) => (kind === 'error' ? text('Error: operation failed') : text('All is well.')),
      },
    ],
    [
      'a text that was sent',
      {
        name: 'echo',
        takes: { text: { ...TEXT, default: 'Error: no disk' } },
        run: (args) => text(String(args['text'])),
      },
    ],
    [
      'a record with a state of its own',
      getNote(() => refusal('none'), json({ id: 7, status: 'failed', log: 'line 3' })),
    ],
    [
      'a note whose text is JSON about a failure',
      getNote(() => refusal('none'), json({ ...NOTE, text: '{"status":"error"}' })),
    ],
    [
      'a request to confirm',
      {
        name: 'drop_table',
        takes: { table: TEXT, confirm: { type: 'boolean' } },
        run: ({ confirm }) =>
          confirm === true ? refusal('no such table') : json({ success: false, message: 'Set confirm=true to go on.' }),
      },
    ],
    [
      'a line for each of several',
      {
        name: 'read_notes',
        takes: { keys: { type: 'array', items: TEXT } },
        run: ({ keys }) =>
          Array.isArray(keys) ? text(...keys.map((key) => `error: ${String(key)} not found`)) : refusal('keys!'),
      },
    ],
  ])('%s', async (_, tool) => {
    expect(await one(tool)).toEqual([]);
  });
});

describe('what tools answer whose answer is a verdict or a state', () => {
  const check = (answer: object, name = 'check_address'): FakeTool => ({
    name,
    takes: { address: { ...TEXT, examples: ['ada@example.com'] } },
    run: ({ address }) => (address === 'ada@example.com' ? json({ ok: true, valid: true }) : answer) as never,
  });

  test.each<readonly [string, FakeTool, readonly string[]]>([
    ['a verdict', check(json({ ok: false })), []],
    ['a verdict in words', check(text('Invalid: no such domain.')), []],
    ['a verdict and why', check(json({ ok: false, reason: 'no domain' })), ['check_address medium']],
    ['a state', { name: 'get_build_status', run: () => json({ status: 'failed', message: 'a test fails' }) }, []],
    [
      'a state that no record has',
      { name: 'open_job', takes: { job: TEXT }, run: () => json({ status: 'job_not_found', message: 'no job' }) },
      ['open_job medium'],
    ],
    ['the state of nothing', check(json({ status: 'error', message: 'no job' }), 'get_job'), ['get_job high']],
  ])('%s', async (_, tool, expected) => {
    expect(await one(tool)).toEqual(expected);
  });
});

describe('a failing call of a tool that is not asked on purpose', () => {
  const update = (answer: object, output?: object): FakeTool => ({
    name: 'update_note',
    takes: { key: TEXT },
    run: () => answer as never,
    ...(output !== undefined && { output: output as never }),
  });

  test('is less than certain while nothing else is known of it', async () => {
    expect(await one(update(json({ status: 'error', message: 'not found' })))).toEqual(['update_note medium']);
  });

  test('is certain when its answer is none that the output schema allows', async () => {
    const output = { type: 'object', properties: { key: TEXT }, required: ['key'] };
    const { found } = await look([update(data({ status: 'error', message: 'not found' }), output)]);
    // One cause, one finding: the output schema is not broken besides.
    expect(found.map(({ rule, confidence }) => `${rule} ${confidence}`)).toEqual([`${RULE} high`]);
  });
});

describe('a text that is no date', () => {
  const dates = (describes: string, run: (time: string) => object, name = 'get_timestamp'): FakeTool => ({
    name,
    takes: { time: { ...TEXT, description: describes } },
    run: ({ time }) => (typeof time === 'string' ? run(time) : refusal('time!')) as never,
  });
  const parse = (time: string): object => text(`${Date.parse(time)} ms`);

  test('answered with what is no number, where a date gives one', async () => {
    const tool = dates('Format: YYYY-MM-DD HH:mm:ss', parse);
    const { found } = await look([tool]);
    expect(found[0]).toMatchObject({
      rule: RULE,
      confidence: 'high',
      message: 'get_timestamp answers a text that is no date for "time" without isError: it says "NaN ms"',
    });
  });

  test('of a tool that computes by its name, only where writing is allowed', async () => {
    const tool = dates('e.g. 2025-03-23 12:30:00', parse, 'relative_time');
    expect(await one(tool)).toEqual(['relative_time medium']);
    expect(await one(tool, { allowWrites: true })).toEqual(['relative_time high']);
  });

  test.each<readonly [string, FakeTool, readonly string[]]>([
    ['answered as if it were one', dates('Format: YYYY-MM-DD', () => text('a month ago')), ['get_timestamp medium']],
    [
      'answered with a word about it',
      dates('Format: YYYY-MM-DD', (time) => text(/\d/.test(time) ? '5' : '5, as the date is not valid')),
      [],
    ],
    ['where words are welcome', dates('YYYY-MM-DD or natural language', () => text('a month ago')), []],
    [
      'where a name alone says date',
      { ...dates('', () => text('ok')), takes: { date: TEXT }, run: () => text('ok') },
      [],
    ],
    ['refused', dates('ISO 8601', (time) => (/\d/.test(time) ? text('5') : refusal('no date'))), []],
    ['where nothing works', dates('Format: YYYY-MM-DD', () => text('NaN')), ['get_timestamp medium']],
  ])('%s', async (_, tool, expected) => {
    expect(await one(tool)).toEqual(expected);
  });
});

test('one cause that all tools share is told once', async () => {
  const tools = ['open_page', 'click_link', 'take_picture', 'close_page'].map((name): FakeTool => ({
    name,
    takes: { page: TEXT },
    run: () => text('Error: no browser is installed'),
  }));
  const { found } = await look(tools);
  expect(found.filter(({ rule }) => rule === RULE).map(({ message }) => message)).toEqual([
    'open_page answers every call, as 3 other tools do, without isError: it says "Error: no browser is installed"',
  ]);
});
