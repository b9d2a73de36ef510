import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../core/yaml.js';

async function problems(text: string): Promise<readonly string[]> {
  return (await parseYaml(text, 'f.yaml')).problems;
}

describe('reads', () => {
  test.each<[string, string, unknown]>([
    [
      'the core schema, in which off and yes are text',
      'a: off\nb: yes\nc: 012\nd: ~\ne: 1e3',
      { a: 'off', b: 'yes', c: 12, d: null, e: 1000 },
    ],
    ['JSON', '{"a": [1, "b"]}', { a: [1, 'b'] }],
    ['a byte order mark', '\uFEFFa: 1', { a: 1 }],
    ['what looks like a merge key as an ordinary one', '<<: {a: 1}', { '<<': { a: 1 } }],
    ['a few aliases', 'a: &a [x]\nb: *a', { a: ['x'], b: ['x'] }],
    ['nothing', '', null],
  ])('%s', async (_, text, value) => {
    expect(await parseYaml(text, 'f.yaml')).toMatchObject({ value, problems: [] });
  });

  test('a key called __proto__ as a key', async () => {
    const { value } = await parseYaml('__proto__: {polluted: true}', 'f.yaml');
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('finds', () => {
  const text = 'when:\n  "a.b":\n    - { var: x }\n    - *none\nlist: &list\n  - one\nother: *list\nempty:\n';
  test.each<[(string | number)[], boolean, number, number]>([
    [[], false, 1, 1],
    [['when'], true, 1, 1],
    [['when'], false, 2, 3],
    [['when', 'a.b', 0, 'var'], false, 3, 14],
    [['when', 'a.b', 0, 'var'], true, 3, 9],
    [['when', 'a.b', 7], false, 3, 5],
    [['nothing', 'here'], false, 1, 1],
    [['other', 0], false, 6, 5],
    [['empty'], false, 8, 7],
  ])('%j (key: %j) in line %i, column %i', async (path, atKey, line, column) => {
    const { locate } = await parseYaml(text.replace('    - *none\n', '    - 1\n'), 'f.yaml');
    expect(locate(path, atKey)).toEqual({ source: 'f.yaml', line, column });
  });
});

describe('refuses', () => {
  test.each<[string, string, string]>([
    ['a repeated key', 'a: 1\na: 2', 'f.yaml:2:1  this key stands twice in one object. Keep one of the two.'],
    ['a key that is no text', '[a]: 1', 'f.yaml:1:1  a key here is not text. Put it into quotes.'],
    ['a tag', 'a: !thing x', 'f.yaml:1:4  the tag !thing is not known. Only plain data is read: remove the tag.'],
    [
      'a second document',
      'a: 1\n---\nb: 1',
      'f.yaml:2:1  a second document starts here. Put one document into a file.',
    ],
    [
      'what is no YAML',
      'a: [1',
      'f.yaml:1:6  not YAML: flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'an alias of nothing',
      'a: *b',
      'f.yaml:1:4  not YAML: unresolved alias (the anchor must be set before the alias): b.',
    ],
    ['a huge file', 'a'.repeat(131_073), 'f.yaml:1:1  the file has 131073 characters; at most 131072 are read.'],
    ['deep lists', '['.repeat(20_000), 'f.yaml:1:65  nested more than 64 levels deep. Flatten it.'],
    ['deep block lists', `${'- '.repeat(20_000)}a`, 'f.yaml:1:129  nested more than 64 levels deep. Flatten it.'],
    ['deep objects', '{a: '.repeat(10_000), 'nested more than 64 levels deep. Flatten it.'],
    ['deep keys', '? '.repeat(20_000), 'nested more than 64 levels deep. Flatten it.'],
  ])('%s', async (_, text, problem) => {
    expect((await problems(text)).join('\n')).toContain(problem);
  });

  test('aliases that multiply', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level += 1)
      lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
    expect((await problems(lines.join('\n'))).join()).toContain('aliases stand for too much');
  });

  test('a hundred faults with the first ten and a count', async () => {
    const text = Array.from({ length: 100 }, (_, index) => `a${index}: !x 1`).join('\n');
    const found = await problems(text);
    expect(found).toHaveLength(11);
    expect(found.at(-1)).toBe('f.yaml  has 90 more problems of this kind.');
  });
});
