import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { judgeRun, readRun, UsageError } from '../../core/index.js';
import { parseRun } from '../../core/record/read.js';
import { asText, type Lines, smallRun } from './lines.js';

const schema = JSON.parse(readFileSync(new URL('../../schemas/run.schema.json', import.meta.url), 'utf8')) as object;
const isLine = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);

/** What is said of a file, one line for each problem. */
function problems(text: string): readonly string[] {
  try {
    parseRun(text, 'run.jsonl');
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

const changed = (change: (lines: Lines) => void): string => {
  const lines = smallRun();
  change(lines);
  return asText(lines);
};

describe('a recorded run', () => {
  it('is read as it was written', () => {
    const { header, calls, entries, outcome } = parseRun(asText(smallRun()), 'run.jsonl');
    expect(header.command).toBe('test');
    expect(calls).toHaveLength(1);
    expect(entries[0]).toEqual({
      id: 1,
      plugin: 'scenarios',
      method: 'tools/call',
      params: { name: 'ping', arguments: {} },
      outcome: 'result',
      ms: 1.5,
      excerpt: 'pong',
    });
    expect(outcome?.tools[0]?.name).toBe('ping');
    expect(outcome?.observations[0]?.kind).toBe('tool.happy-case');
    expect(outcome?.subjects.get('tool')).toBe(1);
  });

  it('may hold blank lines, line ends of Windows, a byte order mark and members that nobody knows', () => {
    const text = changed((lines) => Object.assign(lines[2] as object, { later: true }));
    expect(problems(`\uFEFF${text.replaceAll('\n', '\r\n\r\n')}`)).toEqual([]);
  });

  it('orders calls as they were asked, not as they ended', () => {
    const lines = smallRun();
    lines.splice(2, 0, { ...lines[2], id: 2 });
    expect(parseRun(asText(lines), 'run.jsonl').entries.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('a file that is no recorded run', () => {
  test.each([
    ['nothing', '', /run\.jsonl  is empty/],
    ['blank lines', '\n\n', /run\.jsonl  is empty/],
    ['text', 'hello\n', /run\.jsonl:1  is no JSON/],
    ['a JSON report', '{\n  "toolscore": "0.1.0"\n}\n', /run\.jsonl:1  is no JSON/],
    ['another object', '{"grade":"A"}\n', /run\.jsonl:1  does not begin a recorded run/],
    ['a list', '[]\n', /run\.jsonl:1  does not begin a recorded run/],
    [
      'a later version',
      '{"type":"run","format":"toolscore.run/v2"}\n{"x":1}\n',
      /run\.jsonl:1 .*v2; this toolscore reads toolscore\.run\/v1/,
    ],
  ])('%s is told in one message', (_, text, message) => {
    const found = problems(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });

  it('that is not there, or a folder, is told as that', () => {
    expect(() => readRun('no-such-run.jsonl')).toThrow(/no-such-run\.jsonl {2}does not exist/);
    expect(() => readRun('.')).toThrow(/is a folder/);
  });
});

describe('a run that was cut off', () => {
  const whole = asText(smallRun());

  it('in the middle of a line keeps what is before it, and cannot be judged', async () => {
    const run = parseRun(whole.slice(0, whole.indexOf('"end"')), 'run.jsonl');
    expect(run.calls).toHaveLength(1);
    expect(run.outcome).toBeUndefined();
    await expect(judgeRun(run)).rejects.toThrow(
      /run\.jsonl {2}ends before its run did\. It holds 1 call and no result/,
    );
  });

  it('between two lines is the same', () => {
    expect(parseRun(asText(smallRun().slice(0, 4)), 'run.jsonl').outcome).toBeUndefined();
  });

  it('in its first line is no run', () => {
    expect(problems(whole.slice(0, 30))).toEqual([expect.stringMatching(/run\.jsonl:1  is no JSON/)]);
  });

  it('but goes on is broken', () => {
    const lines = whole.split('\n');
    lines[2] = (lines[2] ?? '').slice(0, 40);
    expect(problems(lines.join('\n'))).toEqual([expect.stringMatching(/run\.jsonl:3  is no JSON/)]);
  });
});

describe('a line that is wrong', () => {
  test.each<[string, number, (lines: Lines) => void, RegExp]>([
    ['no object', 3, (lines) => void (lines[2] = 5 as never), /is no object/],
    ['an unknown type', 3, (lines) => Object.assign(lines[2] as object, { type: 'cal' }), /\/type  takes "run" or/],
    [
      'an outcome that is none',
      3,
      (lines) => Object.assign(lines[2] as object, { outcome: 'fine' }),
      /\/outcome  takes/,
    ],
    [
      'arguments that are no object',
      3,
      (lines) => Object.assign(lines[2] as object, { params: [] }),
      /\/params  takes an object/,
    ],
    [
      'a time before the start',
      3,
      (lines) => Object.assign(lines[2] as object, { ms: -1 }),
      /\/ms  takes a number, 0 or more/,
    ],
    ['notes that are none', 3, (lines) => Object.assign(lines[2] as object, { notes: [1] }), /\/notes  takes a list/],
    [
      'a server without a name',
      4,
      (lines) => delete (lines[3] as { server: { name?: string } }).server.name,
      /lacks "name"/,
    ],
    [
      'a tool in another place',
      5,
      (lines) => Object.assign((lines[4] as { tool: object }).tool, { index: 3 }),
      /index 3, where 0 comes next/,
    ],
    ['an observation without data', 6, (lines) => delete (lines[5] as { data?: object }).data, /lacks "data"/],
    [
      'an observation in another place',
      6,
      (lines) => Object.assign(lines[5] as object, { number: 7 }),
      /number 7, where 0 comes next/,
    ],
    [
      'evidence that is none',
      6,
      (lines) => Object.assign(lines[5] as object, { evidence: ['1'] }),
      /\/evidence  takes a list/,
    ],
    [
      'counts that are none',
      7,
      (lines) => Object.assign(lines[6] as object, { subjects: { tool: 'x' } }),
      /\/subjects  takes for each/,
    ],
    [
      'a second call of one id',
      4,
      (lines) => lines.splice(3, 0, lines[2] as object as Lines[0]),
      /second call with the id 1/,
    ],
    [
      'something behind the end',
      8,
      (lines) => lines.push(lines[2] as Lines[0]),
      /behind the line of the type "end"|second call/,
    ],
  ])('%s is told with its number', (_, line, change, message) => {
    const found = problems(changed(change));
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(message);
    expect(found.join('\n')).toContain(`run.jsonl:${line}  `);
  });

  it('is one of many: all are told in one go, but not thousands', () => {
    const lines = smallRun();
    for (let id = 2; id < 500; id += 1) lines.splice(3, 0, { ...lines[2], id, outcome: 'fine' });
    const found = problems(asText(lines));
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('run.jsonl  and 478 more.');
  });
});

describe('a file that is meant to do harm', () => {
  it('nested deeper than anybody follows is refused with its line', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = changed((lines) => Object.assign(lines[2] as object, { result: 'DEEP' })).replace('"DEEP"', deep);
    expect(problems(text)).toEqual([expect.stringMatching(/run\.jsonl:3  is (nested|no JSON)/)]);
  });

  it('with names of prototypes changes none', async () => {
    const text = changed((lines) => {
      Object.assign((lines[2] as { params: object }).params, { arguments: JSON.parse('{"__proto__":{"polluted":1}}') });
      Object.assign(lines[6] as object, { subjects: JSON.parse('{"__proto__":1,"constructor":2,"tool":1}') });
    });
    const { report } = await judgeRun(parseRun(text, 'run.jsonl'));
    expect(report.subjects.get('tool')).toBe(1);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('with data that no probe makes is refused, before anything shows it', async () => {
    const text = changed((lines) => Object.assign((lines[5] as { data: object }).data, { detail: { x: 1 } }));
    await expect(judgeRun(parseRun(text, 'run.jsonl'))).rejects.toThrow(
      'run.jsonl:6  has data that does not fit the observation kind tool.happy-case.',
    );
  });

  /** Every member of every line, by where it stands. */
  const members = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...members(inner, [...path, name])])
      : [];

  test.each([null, {}, [[]], '__proto__', -1e308])(
    'with %j in any place is refused with its line, or judged',
    async (junk) => {
      for (const path of members(smallRun())) {
        const lines: unknown = smallRun();
        const holder = path.slice(0, -1).reduce((value, name) => (value as Record<string, unknown>)[name], lines);
        (holder as Record<string, unknown>)[path.at(-1) ?? ''] = junk;
        const judged = async (): Promise<string> =>
          (await judgeRun(parseRun(asText(lines as Lines), 'run.jsonl'))).toMarkdown();
        await judged().catch((error: unknown) => {
          const told = error instanceof UsageError ? error.message : `not told: ${String(error)}`;
          expect(`${path.join('.')} ${told}`).toMatch(/^\S+ run\.jsonl(:\d+)? {2}/);
        });
      }
    },
  );

  it('with escape sequences in what it says of itself shows none of them', () => {
    const text = changed((lines) => Object.assign(lines[0] as object, { format: '\u001B[2Jtoolscore' }));
    expect(problems(text).join()).not.toContain('\u001B');
  });
});

describe('the published schema', () => {
  it('takes every line of a run', () => {
    expect(smallRun().filter((line) => !isLine(line))).toEqual([]);
  });

  test.each<[number, string, unknown]>([
    [0, 'seed', 'x'],
    [0, 'command', 'list'],
    [0, 'target', { kind: 'stdio', command: 'node' }],
    [1, 'era', 'modern'],
    [2, 'ms', -1],
    [2, 'outcome', 'fine'],
    [2, 'notes', [1]],
    [2, 'cancelled', false],
    [3, 'server', {}],
    [4, 'tool', { index: 0 }],
    [5, 'state', 'seen'],
    [5, 'data', undefined],
    [5, 'confidence', 'sure'],
    [6, 'sought', { x: 'all' }],
    [6, 'wire', {}],
    [6, 'unfinished', { reason: 1 }],
    [6, 'declaredIn', { line: 1 }],
  ])('and the reader agree that line %i cannot have such a %s', (at, name, value) => {
    const lines = smallRun();
    Object.assign(lines[at] as object, { [name]: value });
    const line = JSON.parse(JSON.stringify(lines[at])) as unknown;
    expect(isLine(line)).toBe(false);
    expect(problems(asText(lines))).not.toEqual([]);
  });
});
