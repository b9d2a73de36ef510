/** What a description says of how a text must look. */

import { describe, expect, test } from 'vitest';
import { statedExample, statedFormat } from '../../core/effects/stated-format.js';

const text = (description: string): object => ({ type: 'string', description });

describe('a date', () => {
  test.each<readonly [string, string, string]>([
    ['time', 'The time to look from. Format: YYYY-MM-DD HH:mm:ss', '2025-03-14 10:20:30'],
    ['time', 'Format: YYYY-MM-DD HH:mm:ss.SSS', '2025-03-14 10:20:30.000'],
    ['month', 'The month, as YYYY-MM', '2025-03'],
    ['since', 'A moment in ISO 8601', '2025-03-14T10:20:30Z'],
    ['day', 'The day, e.g. 2025-03-23', '2025-03-23'],
    ['time', 'In 24-hour format. e.g. 2025-03-23 12:30:00', '2025-03-23 12:30:00'],
  ])('%s: %s', (name, description, good) => {
    const format = statedFormat(name, text(description));
    expect(format).toMatchObject({ what: 'date', good });
    expect(format?.stated).not.toBe('');
  });

  test.each([
    ['due', 'YYYY-MM-DD, or natural language such as "tomorrow"'],
    ['since', 'ISO 8601, or "now"'],
    ['date', 'What day it is.'],
  ])('%s: %s is not stated firmly', (name, description) => {
    expect(statedFormat(name, text(description))).toMatchObject({ stated: '' });
  });
});

test('a number in a text, and a pattern', () => {
  expect(statedFormat('amount', text('A decimal number as a string'))).toMatchObject({ what: 'number' });
  expect(statedFormat('match', text('A regular expression'))).toMatchObject({ what: 'pattern' });
});

test.each<readonly [string, unknown]>([
  ['title', text('The title of the note.')],
  ['format', { type: 'string', enum: ['YYYY-MM-DD', 'YYYY'], description: 'Format: YYYY-MM-DD' }],
  ['count', { type: 'integer', description: 'YYYY-MM-DD' }],
  ['time', true],
])('%s with %j has none', (name, schema) => {
  expect(statedFormat(name, schema)).toBeUndefined();
});

test('an example is what stands behind e.g.', () => {
  expect(statedExample(text('IANA name, e.g. Asia/Shanghai'))).toBe('Asia/Shanghai');
  expect(statedExample(text('IANA name'))).toBeUndefined();
});
