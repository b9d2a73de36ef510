import { describe, expect, it } from 'vitest';
import { parseJson } from '../../core/load/json-source.js';

const TEXT = `\uFEFF{
  // servers of the project
  "servers": { "a": { "args": ["x", 5,], }, },
  "n": null, "t": true, "f": -1.5e1, /* the end */
}`;

describe('JSON with positions', () => {
  it('reads comments and trailing commas as editors do', async () => {
    const { value, problems } = await parseJson(TEXT, 'x.json');
    expect(problems).toEqual([]);
    expect(value).toEqual({ servers: { a: { args: ['x', 5] } }, n: null, t: true, f: -15 });
  });

  it('finds keys, values and the nearest part that is there', async () => {
    const { locate } = await parseJson(TEXT, 'x.json');
    const at = (path: (string | number)[], atKey?: boolean) => Object.values(locate(path, atKey)).join(':');
    expect(at([])).toBe('x.json:1:1');
    expect(at(['servers'], true)).toBe('x.json:3:3');
    expect(at(['servers'])).toBe('x.json:3:14');
    expect(at(['servers', 'a', 'args', 1])).toBe('x.json:3:37');
    expect(at(['servers', 'a', 'args', 1], true)).toBe('x.json:3:37');
    expect(at(['servers', 'b', 'args'])).toBe('x.json:3:14');
    expect(at(['gone'], true)).toBe('x.json:1:1');
  });

  it('takes names of the language for ordinary members', async () => {
    const { value } = await parseJson('{ "__proto__": { "x": 1 }, "constructor": 2 }', 'x.json');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('reports every key that stands twice, and keeps the last value', async () => {
    const { value, problems, locate } = await parseJson('{ "a": 1, "a": { "b": 1, "b": 2 } }', 'x.json');
    expect(value).toEqual({ a: { b: 2 } });
    expect(problems).toEqual([
      'x.json:1:11  this key stands twice in one object. Keep one of the two.',
      'x.json:1:26  this key stands twice in one object. Keep one of the two.',
    ]);
    expect(locate(['a', 'b'])).toEqual({ source: 'x.json', line: 1, column: 31 });
  });

  it.each([
    ['{ "a": 1 "b": 2 }', 'x.json:1:10'],
    ['{ "a": ', 'x.json:1:8'],
    ['', 'x.json:1:1'],
    ['{ a: 1 }', 'x.json:1:3'],
    ['{} {}', 'x.json:1:4'],
  ])('says where %j is not JSON', async (text, place) => {
    const { value, problems } = await parseJson(text, 'x.json');
    expect(value).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.startsWith(`${place}  not JSON: `)).toBe(true);
  });

  it.each([65, 5_000, 200_000])('refuses %i levels without falling over', async (depth) => {
    const { problems } = await parseJson('['.repeat(depth + 1) + ']'.repeat(depth + 1), 'x.json');
    expect(problems).toEqual(['x.json  nested more than 64 levels deep. Flatten it.']);
  });

  it('takes 64 levels', async () => {
    expect((await parseJson('['.repeat(64) + ']'.repeat(64), 'x.json')).problems).toEqual([]);
  });
});
