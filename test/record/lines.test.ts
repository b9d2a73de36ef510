import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CallRecord, type Observation, RUN_LIMITS } from '../../core/index.js';
import { LineFile } from '../../plugins/recording/file.js';
import { callLine, observationLine, toolLine } from '../../plugins/recording/lines.js';
import { keyOf } from '../../plugins/recording/redacted.js';

const plain = (text: string): string => text;
const call = (more: Partial<CallRecord> = {}): CallRecord => ({
  id: 1,
  method: 'tools/call',
  params: { name: 'get_note' },
  plugin: 'scenarios',
  session: 1,
  ok: true,
  outcome: 'result',
  ms: 1,
  ...more,
});
const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};
const LONG = 'x'.repeat(RUN_LIMITS.part + 1);

describe('a call that is too large', () => {
  it('is kept without its answer, with what the report shows of it', () => {
    const result = { content: [{ type: 'text', text: LONG }] };
    const line = callLine(call({ result }), undefined, Infinity, plain);
    expect(line.result).toBeUndefined();
    expect(line.excerpt).toMatch(/^x+…$/);
    expect(line.cut).toEqual({ parts: ['result'], why: 'more than 256 KiB' });
  });

  it('is kept without an answer that is nested too deep', () => {
    const line = callLine(call({ result: deep(50_000) }), undefined, Infinity, plain);
    expect(line.cut).toEqual({ parts: ['result'], why: 'nested more than 100 deep' });
    expect(JSON.stringify(line).length).toBeLessThan(1_000);
  });

  it('is kept without an answer when the file has too many of them', () => {
    const line = callLine(call({ result: { text: 'x'.repeat(500) } }), undefined, 100, plain);
    expect(line.cut).toEqual({ parts: ['result'], why: 'the file holds no more answers' });
  });

  it('is kept with the beginning of its arguments, and told apart from others', () => {
    const long = callLine(call({ params: { name: 'get_note', text: LONG } }), undefined, Infinity, plain);
    const other = callLine(call({ params: { name: 'get_note', text: `${LONG}y` } }), undefined, Infinity, plain);
    expect(long.params).toEqual({ name: 'get_note', text: 'x'.repeat(200) });
    expect(long.cut?.parts).toEqual(['params']);
    expect(long.paramsHash).toMatch(/^[0-9a-f]{64}$/);
    expect(long.paramsHash).not.toBe(other.paramsHash);
  });

  it('is not too large one byte earlier', () => {
    const result = { text: 'x'.repeat(RUN_LIMITS.part - 100) };
    expect(callLine(call({ result }), undefined, Infinity, plain)).toMatchObject({ result });
  });
});

describe('other lines that are too large', () => {
  it('are definitions without their schema', () => {
    const tool = {
      index: 0,
      name: 'get',
      description: LONG,
      inputSchema: {},
      outputSchema: undefined,
      annotations: {},
    };
    const { tool: kept, cut } = toolLine(tool, plain);
    expect(kept).toMatchObject({ name: 'get', description: 'x'.repeat(200) });
    expect(cut?.parts).toEqual(['tool']);
  });

  it('are observations that nobody can judge any more', () => {
    const observation: Observation = {
      number: 3,
      kind: 'tool.seen',
      subject: { kind: 'tool', name: 'get' },
      state: 'observed',
      data: { text: LONG },
      evidence: [1],
      probe: 'looker',
    };
    expect(observationLine(observation, plain)).toMatchObject({
      number: 3,
      state: 'inconclusive',
      data: undefined,
      reason: 'what was seen was not kept in the record: more than 256 KiB',
    });
  });
});

describe('the file of lines', () => {
  const written = (most: number, lines: readonly object[]): { readonly text: string; readonly dropped: number } => {
    const path = join(mkdtempSync(join(tmpdir(), 'lines-')), 'x.jsonl');
    const file = new LineFile(path, most);
    for (const line of lines) file.add(line);
    file.add({ last: true }, true);
    const text = readFileSync(path, 'utf8');
    file.check();
    file.close();
    return { text, dropped: file.dropped };
  };

  it('ends where it is full, and says how much is missing; the last line always fits', () => {
    const { text, dropped } = written(30, [{ at: 1 }, { at: 2 }, { text: 'x'.repeat(100) }, { at: 3 }]);
    expect(text).toBe('{"at":1}\n{"at":2}\n{"at":3}\n{"last":true}\n');
    expect(dropped).toBe(1);
  });

  it('has one line for each, whatever is in it, and nothing that acts on a terminal', () => {
    const { text } = written(1_000, [{ text: 'a\nb\u2028c\u001B[2J' }]);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('\u001B');
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({ text: 'a\nb\u2028c\u001B[2J' });
  });

  it('that cannot be written says so at the end', () => {
    const file = new LineFile(tmpdir(), 100);
    file.add({ at: 1 });
    expect(() => file.check()).toThrow(/EISDIR/);
    file.close();
  });
});

describe('the key of arguments', () => {
  it('is the same for the same, in any order, and for what differs in a secret', () => {
    const redact = (text: string): string => text.replaceAll('sesame', '[redacted]');
    expect(keyOf({ a: 1, b: [2] }, plain)).toBe(keyOf({ b: [2], a: 1 }, plain));
    expect(keyOf({ a: 1 }, plain)).not.toBe(keyOf({ a: '1' }, plain));
    expect(keyOf({ a: 'sesame' }, redact)).toBe(keyOf({ a: '[redacted]' }, plain));
    expect(keyOf(deep(50_000), plain)).toBeUndefined();
  });
});
