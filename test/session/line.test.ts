import { describe, expect, it } from 'vitest';
import { type Line, readLine } from '../../core/session/line.js';

const line = (text: string | Buffer): Line => {
  const bytes = Buffer.concat([Buffer.from('before '), Buffer.from(text), Buffer.from(' after')]);
  return readLine(bytes, 7, bytes.length - 6);
};
const plain = { crlf: false, bom: false, invalidUtf8: false };

describe('a line of standard output', () => {
  it.each([
    ['{"id":1}', { id: 1 }],
    ['  [1,2]\t', [1, 2]],
    ['42', 42],
    ['-1e400', -Infinity],
    ['null', null],
    ['"text"', 'text'],
    ['{"a":"\u2028 \u2029"}', { a: '\u2028 \u2029' }],
  ])('%j is a frame', (text, json) => {
    expect(line(text)).toEqual({ kind: 'frame', json, text: text.trim(), ...plain });
  });

  it.each(['Server ready', '{half', '{"a":1}}', '[not json] {}', '{"a":1} trailing', "{'a':1}", 'nul', '\u0000', '}'])(
    '%j is noise',
    (text) => {
      expect(line(text)).toEqual({ kind: 'noise', text });
    },
  );

  it.each(['', ' ', '\t \r', '\uFEFF'])('%j is blank', (text) => {
    expect(line(text)).toEqual({ kind: 'blank' });
  });

  it('notes a carriage return, a byte order mark and bytes that are not UTF-8, and reads on', () => {
    expect(line('{"a":1}\r')).toEqual({ kind: 'frame', json: { a: 1 }, text: '{"a":1}', ...plain, crlf: true });
    expect(line('\uFEFF{"a":1}')).toEqual({ kind: 'frame', json: { a: 1 }, text: '{"a":1}', ...plain, bom: true });
    expect(line(Buffer.from('{"a":"\u00e9"}', 'latin1'))).toMatchObject({ json: { a: '\uFFFD' }, invalidUtf8: true });
    expect(line('{"a":"\uFFFD"}')).toMatchObject({ json: { a: '\uFFFD' }, invalidUtf8: false });
  });

  it('cuts noise to 200 characters, never inside one', () => {
    expect(line('é'.repeat(500))).toEqual({ kind: 'noise', text: 'é'.repeat(200) });
  });

  it('keeps members named like those of every object', () => {
    const read = line('{"__proto__":{"polluted":true},"id":1}');
    expect(read.kind === 'frame' && Object.keys(read.json as object)).toEqual(['__proto__', 'id']);
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });
});
