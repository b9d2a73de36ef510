import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from '../../core/session/line-reader.js';

interface Read {
  readonly lines: string[];
  readonly heads: string[];
  readonly skipped: number[];
}

function read(maxBytes: number, chunks: readonly Buffer[]): Read {
  const seen: Read = { lines: [], heads: [], skipped: [] };
  const reader = new LineReader(maxBytes, {
    line: (bytes, start, end, terminated) =>
      seen.lines.push(bytes.toString('utf8', start, end) + (terminated ? '' : '<end>')),
    oversize: (head) => seen.heads.push(head.toString('latin1')),
    skipped: (bytes) => seen.skipped.push(bytes),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return seen;
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

describe('LineReader', () => {
  it('reads the same lines however the stream is cut', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '𝄞', '\n', '\r\n', '{"id":1}', 'x'.repeat(70)), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 8, max: 200 }),
        (stream, sizes, limit) => {
          const bytes = Buffer.from(stream);
          expect(read(limit, cut(bytes, sizes))).toEqual(read(limit, [bytes]));
        },
      ),
    );
  });

  it('keeps a line of exactly the limit and drops one of a byte more', () => {
    expect(read(5, [Buffer.from('12345\n123456\nok\n')])).toEqual({
      lines: ['12345', 'ok'],
      heads: ['123456'],
      skipped: [6],
    });
  });

  it('gives the last line although the stream ended first', () => {
    expect(read(100, [Buffer.from('a\nb'), Buffer.from('c')]).lines).toEqual(['a', 'bc<end>']);
    expect(read(100, [Buffer.from('a\n')]).lines).toEqual(['a']);
  });

  it('shows the first 512 bytes of a dropped line, and none of the next', () => {
    const { heads, lines, skipped } = read(600, cut(Buffer.from(`${'h'.repeat(1000)}\nnext\n`), [7]));
    expect(heads).toEqual(['h'.repeat(512)]);
    expect(skipped).toEqual([1000]);
    expect(lines).toEqual(['next']);
    expect(read(4, [Buffer.from('12345\nsecret\n')]).heads).toEqual(['12345', 'secre']);
  });

  it('waits for the end of a dropped line, but not for ever', () => {
    const seen: number[] = [];
    const reader = new LineReader(10, {
      line: () => seen.push(-1),
      oversize: () => {},
      skipped: (bytes) => seen.push(bytes),
    });
    reader.push(Buffer.alloc(160, 'x'));
    expect(seen).toEqual([]);
    reader.push(Buffer.alloc(1, 'x'));
    expect(seen).toEqual([160]);
    reader.push(Buffer.from(`${'x'.repeat(500)}\nok\n`));
    expect(seen).toEqual([160, -1]);
  });

  it('reads longer lines while it is told to, the unfinished one included', () => {
    const seen: string[] = [];
    const reader = new LineReader(5, {
      line: (bytes, start, end) => seen.push(bytes.toString('utf8', start, end)),
      oversize: (head) => seen.push(`over ${head.toString('utf8')}`),
      skipped: (bytes) => seen.push(`skipped ${bytes}`),
    });
    reader.push(Buffer.from('1234'));
    reader.readUpTo(10);
    reader.push(Buffer.from('567890\n12345678901\n123456'));
    reader.readUpTo(5);
    reader.push(Buffer.from('7\nok\n123456\n'));
    expect(seen).toEqual([
      '1234567890',
      'over 12345678901',
      'skipped 11',
      'over 123456',
      'skipped 7',
      'ok',
      'over 123456',
      'skipped 6',
    ]);
  });

  it('reads a long line that comes byte by byte in linear time', () => {
    const long = Buffer.from(`${'x'.repeat(200_000)}\n`);
    expect(read(400_000, cut(long, [1])).lines[0]).toHaveLength(200_000);
  });
});
