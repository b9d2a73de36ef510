import { describe, expect, it } from 'vitest';
import { StderrTail } from '../../core/session/stderr-tail.js';

function tail(...chunks: (string | Buffer)[]): StderrTail {
  const kept = new StderrTail();
  for (const chunk of chunks) kept.push(Buffer.from(chunk));
  return kept;
}

describe('StderrTail', () => {
  it('keeps everything while it is little', () => {
    expect(tail('one\ntw', 'o\r\n', 'three').text()).toBe('one\ntwo\nthree');
    expect(tail().text()).toBe('');
  });

  it('keeps the last 500 lines', () => {
    const lines = Array.from({ length: 700 }, (_, i) => `line ${i}`);
    expect(tail(`${lines.join('\n')}\n`).lines()).toEqual(lines.slice(-500));
  });

  it('keeps 64 KiB of whole lines, however they came', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `${i}:${'ü'.repeat(150)}`);
    const bytes = Buffer.from(lines.join('\n'));
    const whole = tail(bytes).lines();
    const pieces = new StderrTail();
    for (let at = 0; at < bytes.length; at += 777) pieces.push(bytes.subarray(at, at + 777));
    expect(pieces.lines()).toEqual(whole);
    expect(lines.slice(-whole.length)).toEqual(whole);
    expect(Buffer.byteLength(whole.join('\n'))).toBeGreaterThan(63 * 1024);
    expect(Buffer.byteLength(whole.join('\n'))).toBeLessThanOrEqual(64 * 1024);
  });

  it('is exact where the ring closes', () => {
    const size = 64 * 1024;
    for (const first of [size - 1, size, size + 1]) {
      expect(
        tail(`${'a'.repeat(first - 1)}\n`, 'b\n')
          .lines()
          .at(-1),
      ).toBe('b');
      expect(tail('x'.repeat(first), '\nlast').lines().at(-1)).toBe('last');
    }
  });

  it('shows 2,000 characters, none of them halved', () => {
    expect(tail('y'.repeat(5000)).text()).toBe('y'.repeat(2000));
    expect(tail(`${'𝄞'.repeat(2000)}z`).text()).toBe(`${'𝄞'.repeat(999)}z`);
  });
});
