import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../../../core/session/http/event-stream.js';

interface Heard {
  readonly events: { readonly type: string; readonly data: string; readonly terminated: boolean }[];
  readonly tooLong: string[];
  readonly reader: EventReader;
}

/** What a reader makes of these chunks. */
function read(chunks: readonly (string | Buffer)[], { maxBytes = 1000, end = true } = {}): Heard {
  const heard: Heard = { events: [], tooLong: [], reader: undefined as unknown as EventReader };
  const reader = new EventReader(
    {
      event: ({ type, data, terminated }) => heard.events.push({ type, data: data.toString(), terminated }),
      tooLong: (head) => heard.tooLong.push(head.toString()),
    },
    () => maxBytes,
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk as string));
  if (end) reader.end();
  return { ...heard, reader };
}

const data = (...chunks: string[]): string[] => read(chunks).events.map((event) => event.data);

describe('an event', () => {
  it.each([
    ['ends with a blank line', 'data: one\n\ndata: two\n\n', ['one', 'two']],
    ['may have any line ends', 'data: one\r\rdata: two\r\n\r\ndata: three\n\r', ['one', 'two', 'three']],
    ['may have several lines', 'data: a\ndata:b\ndata:  c\n\n', ['a\nb\n c']],
    ['may begin without a blank', 'data:one\n\n', ['one']],
    ['may have an empty line in it', 'data: a\ndata\ndata: b\n\n', ['a\n\nb']],
    ['without data is none', 'event: message\n\n: ping\n\ndata:\n\nid: 7\n\n', []],
    ['has nothing of other fields', 'date: no\nData: no\n data: no\ndatax: no\ndata: yes\n\n', ['yes']],
    ['may stand behind a byte order mark', '\uFEFFdata: one\n\n', ['one']],
    ['counts without its blank line, for what it is', 'data: one\n\ndata: tw', ['one', 'tw']],
  ])('%s', (_, text, expected) => expect(data(text)).toEqual(expected));

  it('says whether it was whole, and of which type it is', () => {
    expect(read(['event: endpoint\ndata: a\n\ndata: b\n']).events).toEqual([
      { type: 'endpoint', data: 'a', terminated: true },
      { type: 'message', data: 'b', terminated: false },
    ]);
  });

  it('is not made up of what was cut off, unless that is asked for', () => {
    expect(read(['data: one\n\ndata: tw'], { end: false }).events).toHaveLength(1);
  });

  it('is the same however the stream is cut into pieces', () => {
    const text = 'id: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: comment\ndata: ä\uFEFF\rdata: b\r\revent: x\ndata: y\n\n';
    const whole = read([text]).events;
    expect(whole).toHaveLength(3);
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((to, at) => bytes.subarray(places[at], to));
        expect(read(pieces).events).toEqual(whole);
      }),
    );
    expect(read([...bytes].map((byte) => Buffer.from([byte]))).events).toEqual(whole);
  });
});

describe('the place to resume from', () => {
  it('is the id of the last whole event, also of one without data', () => {
    const stream = ['id: first\ndata: a\n\nid: second\n\nid: third\ndata: c'];
    for (const end of [false, true]) expect(read(stream, { end }).reader.lastEventId).toBe('second');
  });

  it.each(['id: a\0b\n\n', 'id: a\u0001b\n\n', `id: ${'x'.repeat(1025)}\n\n`])(
    'is no id that cannot travel: %j',
    (text) => expect(read([text], { maxBytes: 5000 }).reader.lastEventId).toBeUndefined(),
  );

  it.each([
    ['retry: 250\n\n', 250],
    ['retry: soon\n\n', undefined],
    ['retry: -1\n\n', undefined],
    ['retry: 9999999999999\n\n', undefined],
  ])('comes with a time to wait: %j', (text, ms) => expect(read([text]).reader.retryMs).toBe(ms));
});

describe('what is too long', () => {
  it.each([
    ['a line', `data: ${'x'.repeat(2000)}\n\n`],
    ['a line that does not end', `data: ${'x'.repeat(2000)}`],
    ['many lines together', 'data: xxxxxxxxx\n'.repeat(200)],
    ['a field that is no data', `what: ${'x'.repeat(2000)}`],
  ])('ends the reading: %s', (_, text) => {
    const { events, tooLong } = read(['data: before\n\n', text, 'data: after\n\n']);
    expect(events.map((event) => event.data)).toEqual(['before']);
    expect(tooLong).toHaveLength(1);
    expect(tooLong[0]?.length).toBeLessThanOrEqual(512);
  });

  it('is not what just fits', () => {
    expect(data(`data: ${'x'.repeat(1000)}\n\n`)).toHaveLength(1);
    expect(read([`data: ${'x'.repeat(1001)}\n\n`]).tooLong).toHaveLength(1);
  });
});
