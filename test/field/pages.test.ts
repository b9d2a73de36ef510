import { describe, expect, it } from 'vitest';
import pages from '../../plugins/pages.js';
import { json, type Probed, probeField, refusal, type Result, type SlowTool, text } from './fake.js';

const WHOLE = { type: 'integer' };
const all = Array.from({ length: 8 }, (_, at) => ({ id: `b${at}`, title: `t${Math.floor(at / 2)}` }));

const paged = (run: (page: number, size: number) => Result): SlowTool => ({
  name: 'list_bookmarks',
  takes: { page: { ...WHOLE, minimum: 1 }, per_page: WHOLE },
  required: [],
  run: ({ page = 1, per_page = 5 }) => run(page, per_page),
});
const cursored = (run: (cursor: string | undefined) => Result): SlowTool => ({
  name: 'list_bookmarks',
  takes: { cursor: { type: 'string' } },
  required: [],
  run: ({ cursor }) => run(cursor),
});
const probe = (tool: SlowTool): Promise<Probed> => probeField([tool], [pages]);

describe('a walk by pages', () => {
  it('passes when each item comes once', async () => {
    const { findings, report } = await probe(paged((page, size) => json(all.slice((page - 1) * size, page * size))));
    expect(findings).toEqual([]);
    expect(report.observations.at(-1)?.data).toMatchObject({ pages: 3, items: 8, again: 0 });
  });

  it('fails when a page begins with the last item of the one before', async () => {
    const { findings } = await probe(
      paged((page, size) => json(all.slice((page - 1) * size - (page > 1 ? 1 : 0), page * size))),
    );
    expect(findings).toMatchObject([{ rule: 'probe-page-overlap', confidence: 'high' }]);
    expect(findings[0]?.message).toContain('on page 1 and page 2');
    expect(findings[0]?.message).toContain('b2');
    expect(findings[0]?.evidence.map(({ params }) => params['arguments'])).toEqual([
      { page: 1, per_page: 3 },
      { page: 2, per_page: 3 },
    ]);
  });

  it('passes when a page beyond the end is the last one again, or is refused', async () => {
    const clamped = paged((page, size) => {
      const last = Math.ceil(all.length / size);
      const at = Math.min(page, last);
      return json(all.slice((at - 1) * size, at * size));
    });
    expect((await probe(clamped)).findings).toEqual([]);
    const refusing = paged((page, size) =>
      page > 3 ? refusal('no such page') : json(all.slice((page - 1) * size, page * size)),
    );
    expect((await probe(refusing)).findings).toEqual([]);
  });

  it('passes when a list holds a word twice', async () => {
    const words = ['a', 'b', 'c', 'c', 'd', 'a'];
    expect((await probe(paged((page, size) => json(words.slice((page - 1) * size, page * size))))).findings).toEqual(
      [],
    );
  });

  it('tells nothing when the data changes meanwhile, or is prose', async () => {
    let shift = 0;
    const moving = paged((page, size) => {
      shift += 1;
      const newer = [...Array.from({ length: shift }, (_, at) => ({ id: `n${shift - at}` })), ...all];
      return json(newer.slice((page - 1) * size, page * size));
    });
    const { findings, undecided } = await probe(moving);
    expect(findings).toEqual([]);
    expect(undecided[0]).toContain('changed while it was read');
    const prose = await probe(paged((page) => text(`heading\npage ${page}`)));
    expect(prose.undecided[0]).toContain('prose');
  });
});

describe('a walk by offset', () => {
  it('goes on behind what came', async () => {
    const tool: SlowTool = {
      name: 'list_bookmarks',
      takes: { offset: WHOLE, limit: WHOLE },
      required: [],
      run: ({ offset = 0, limit = 5 }) => json(all.slice(Math.max(0, offset - 1), offset + limit)),
    };
    expect((await probe(tool)).findings).toMatchObject([{ rule: 'probe-page-overlap' }]);
  });
});

describe('a walk by offset over pages that are too short', () => {
  it('blames nobody for what its own steps would repeat', async () => {
    const tool: SlowTool = {
      name: 'list_bookmarks',
      takes: { offset: WHOLE, limit: WHOLE },
      required: [],
      run: ({ offset = 0, limit = 5 }) => json(all.slice(offset, offset + limit).slice(0, -1)),
    };
    expect((await probe(tool)).findings).toEqual([]);
  });
});

describe('a walk by cursor', () => {
  it('passes when it ends', async () => {
    const { findings } = await probe(
      cursored((cursor) => {
        const from = Number(cursor ?? 0);
        return json({
          items: all.slice(from, from + 3),
          ...(from + 3 < all.length && { nextCursor: String(from + 3) }),
        });
      }),
    );
    expect(findings).toEqual([]);
  });

  it('fails when a cursor comes again', async () => {
    const { findings } = await probe(
      cursored((cursor) => json({ items: cursor === undefined ? all.slice(0, 3) : all.slice(3), nextCursor: 'b' })),
    );
    expect(findings).toMatchObject([{ rule: 'probe-cursor-endless', confidence: 'high' }]);
  });
});
