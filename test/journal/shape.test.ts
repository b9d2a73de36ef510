import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeAgain, shapeOf, sizeOf } from '../../plugins/journal/shape.js';

describe('the size of a text', () => {
  // The number is an inclusive upper bound.
  test.each([
    [0, 'str<8'],
    [8, 'str<8'],
    [9, 'str<32'],
    [32, 'str<32'],
    [33, 'str<128'],
    [128, 'str<128'],
    [129, 'str<512'],
    [512, 'str<512'],
    [513, 'str<4096'],
    [4096, 'str<4096'],
    [4097, 'str>4096'],
  ])('of %i bytes is %s', (bytes, size) => expect(sizeOf('a'.repeat(bytes))).toBe(size));

  test('counts bytes, not characters', () => {
    expect(sizeOf('äöüß')).toBe('str<8');
    expect(sizeOf('äöüßä')).toBe('str<32');
    expect(sizeOf('😀😀')).toBe('str<8');
    expect(sizeOf('€'.repeat(1366))).toBe('str>4096');
  });
});

describe('the shape of arguments', () => {
  test.each([
    [null, 'null'],
    [true, 'bool:true'],
    [false, 'bool:false'],
    [-1.5, 'num:-1.5'],
    [1e300, 'num:1e+300'],
    [-0, 'num:0'],
    ['secret', 'str<8'],
    ['bool:true', 'str<32'],
    ['num:7', 'str<8'],
    [[], { array: 0, items: 'empty' }],
    [['secret', 7], { array: 2, items: 'str<8' }],
    [[[1]], { array: 1, items: { array: 1, items: 'num:1' } }],
    [
      { query: 'secret', limit: 3 },
      { query: 'str<8', limit: 'num:3' },
    ],
    [
      { 'a b': 1, 'c d': 2, 'a much longer key': 3 },
      { 'str<8': 'num:1', 'str<8#2': 'num:2', 'str<32': 'num:3' },
    ],
    [
      { array: 3, items: 'secret' },
      { array: 'num:3', items: 'str<8' },
    ],
  ])('of %j is %j', (value, shape) => expect(shapeOf(value)).toEqual(shape));

  test('keeps a member called __proto__ as one', () => {
    const shape = shapeOf(JSON.parse('{"__proto__":{"a":"secret"}}'));
    expect(JSON.stringify(shape)).toBe('{"__proto__":{"a":"str<8"}}');
  });

  test('ends where it is nested too deeply, or too long', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    expect(JSON.stringify(shapeOf(deep)).length).toBeLessThan(1000);
    expect(JSON.stringify(shapeOf(deep))).toContain('"more"');
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]));
    const shape = shapeOf(wide) as Record<string, unknown>;
    expect(Object.keys(shape)).toHaveLength(1000);
    expect(shape['more']).toBe('more');
  });
});

describe('a shape again', () => {
  test('is the same, whatever the arguments were', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shape = shapeOf(value);
        expect(shapeAgain(shape)).toEqual(shape);
      }),
    );
    for (const value of [
      JSON.parse('['.repeat(100) + ']'.repeat(100)),
      Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k ${at}`, [String(at)]])),
    ])
      expect(shapeAgain(shapeOf(value))).toEqual(shapeOf(value));
  });

  test('makes a shape of whatever a caller hands over instead', () => {
    expect(shapeAgain('secret')).toBe('str<8');
    expect(shapeAgain({ query: 'the secret words', 'a secret': 'str<8', n: 5 })).toEqual({
      query: 'str<32',
      'str<8': 'str<8',
      n: 'num:5',
    });
    expect(shapeAgain({ array: 2, items: 'secret' })).toEqual({ array: 2, items: 'str<8' });
    expect(shapeAgain({ array: -1, items: 'secret' })).toEqual({ array: 'num:-1', items: 'str<8' });
    expect(shapeAgain(['secret'])).toEqual({ array: 1, items: 'str<8' });
    expect(shapeAgain(undefined)).toBe('null');
  });
});
