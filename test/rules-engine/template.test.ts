import { describe, expect, test } from 'vitest';
import { fillTemplate, parseTemplate, unfilled } from '../../core/rules/template.js';
import { order } from './order.js';

describe('fillTemplate', () => {
  test.each<[string, string]>([
    ['no placeholder', 'no placeholder'],
    ['{{name}} costs {{total}}', 'first costs 12.5'],
    ['{{ name }}', 'first'],
    ['{{paid}}', 'true'],
    ['{{tags}}', 'new'],
    ['{{customer.address.city}}', 'Ghent'],
    ['{{items.0.title}}, {{items.1.title}}', 'pen, ink'],
    ['{{customer.address}}', '{"city":"Ghent","box":4}'],
    ['above {{options.limit}}: {{options.names}}', 'above 3: a, b'],
    ['missing {{note}}, null {{refund}}, {{options.other}}', 'missing {{note}}, null {{refund}}, {{options.other}}'],
    [
      'own members only: {{toString}} {{name.length}} {{items.length}} {{__proto__}} {{constructor.name}}',
      'own members only: {{toString}} {{name.length}} {{items.length}} {{__proto__}} {{constructor.name}}',
    ],
    ['{"type": "object", "properties": {}} {{}}', '{"type": "object", "properties": {}} {{}}'],
  ])('%s', (template, filled) => {
    expect(fillTemplate(template, order, { limit: 3, names: ['a', 'b'] })).toBe(filled);
  });

  test('does not fill what a value brings along', () => {
    expect(fillTemplate('{{name}} {{id}}', { name: '{{id}} {{options.limit}}', id: '$& $1' })).toBe(
      '{{id}} {{options.limit}} $& $1',
    );
  });

  test('keeps every value short', () => {
    expect(fillTemplate('{{name}}', { name: 'a'.repeat(501) })).toBe(`${'a'.repeat(499)}…`);
    expect(fillTemplate('{{name}}', { name: 'a'.repeat(500) })).toBe('a'.repeat(500));
    expect(fillTemplate('{{name}}', { name: Array.from({ length: 1_000_000 }, () => 'ab') })).toHaveLength(500);
    expect(fillTemplate('{{name}}', { name: `${'a'.repeat(498)}😀😀` })).toBe(`${'a'.repeat(498)}…`);
  });

  test('survives values nested thousands deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(fillTemplate('{{a}} {{b}}', { a: deep, b: { deep } })).toContain('(nested too deeply to show)');
  });
});

test('unfilled names what stays visible', () => {
  expect(unfilled(parseTemplate('{{name}} {{ note }} {{refund}}'), order, {})).toEqual(['{{ note }}', '{{refund}}']);
});
