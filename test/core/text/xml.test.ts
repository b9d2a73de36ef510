import fc from 'fast-check';
import { expect, test } from 'vitest';
import { xmlText } from '../../../core/index.js';

test('text stays text in an element and in a quoted attribute', () => {
  expect(xmlText(`"><svg onload='x()'>&`)).toBe('&quot;&gt;&lt;svg onload=&#39;x()&#39;&gt;&amp;');
  expect(xmlText('plain · é 漢')).toBe('plain · é 漢');
});

test('only characters that XML allows, whatever comes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      // The production Char of XML 1.0, section 2.2.
      expect(xmlText(text)).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect(xmlText(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
});
