import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { html, lines, prose } from '../../plugins/report-html/html.js';
import { renderHtml } from '../../plugins/report-html/page.js';
import { ReportBuilder } from './build-report.js';
import { HOSTILE } from './hostile-texts.js';
import { acting } from './oracle.js';
import { attributesOf, tagsOf, textOf } from './html-oracle.js';
import { capped, hostile, probed, readOnly, sample, sampleBuilder, unfinished } from './samples.js';

const TWO_MEGABYTES = 2_000_000;

describe('a template', () => {
  test('escapes what is put into it, in elements and in attributes', () => {
    const evil = `<b a="1" c='2'>&`;
    expect(String(html`<p title="${evil}">${evil}</p>`)).toBe(
      `<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a="1" c='2'&gt;&amp;</p>`,
    );
  });

  test('escapes quotes where it cannot tell that it is in an element', () => {
    expect(String(html`data-x="${'"'}"`)).toBe('data-x="&quot;"');
    expect(String(html`${'"'}`)).toBe('&quot;');
  });

  test('takes the markup of other templates as it is, lists of it too, and nothing for undefined', () => {
    const item = html`<li>${'<'}</li>`;
    expect(
      String(
        html`<ul>
          ${[item, item]}${undefined}
        </ul>`,
      ),
    ).toBe('<ul><li>&lt;</li><li>&lt;</li></ul>');
  });

  test('takes no object for markup because it looks like it', () => {
    const forged = { toString: () => '<script>' };
    expect(() => html`<p>${forged as never}</p>`).toThrow();
  });

  test('leaves no blank between blocks, and every one between words', () => {
    expect(
      String(html`
        <ul>
          <li><b>${'a'}</b> <i>${'b'}</i></li>
        </ul>
      `),
    ).toBe('<ul><li><b>a</b> <i>b</i></li></ul>');
  });

  test('shows controls and keeps lines where lines are wanted', () => {
    expect(String(html`<p>${'a\u202eb\u0000'}</p>`)).toBe(String.raw`<p>a\u202eb\x00</p>`);
    expect(String(lines('{\n  "<": 1\n}'))).toBe('{\n  &quot;&lt;&quot;: 1\n}');
  });

  test('turns what stands between backticks into code', () => {
    expect(String(prose('use `<b>` or ``x'))).toBe('use <code>&lt;b&gt;</code> or ``x');
  });
});

const harmless = renderHtml(hostile('words'));
const KNOWN_TAGS = new Set([...tagsOf(harmless), 'code', 'i']);
const KNOWN_ATTRIBUTES = new Set(attributesOf(harmless));

describe.each(HOSTILE.map((text): readonly [string, string] => [JSON.stringify(text.slice(0, 40)), text]))(
  '%s',
  (_, text) => {
    const page = renderHtml(hostile(text));

    test('stays text: no element and no attribute comes of it, and nothing acts', () => {
      expect(tagsOf(page).filter((tag) => !KNOWN_TAGS.has(tag))).toEqual([]);
      expect(attributesOf(page).filter((name) => !KNOWN_ATTRIBUTES.has(name))).toEqual([]);
      expect(acting(page)).toEqual([]);
      expect(page.length).toBeLessThan(90_000);
    });
  },
);

describe('the page', () => {
  const page = renderHtml(probed());

  test('loads nothing and leads nowhere', () => {
    const addresses = [...page.matchAll(/\s(?:href|src|action|srcset|poster)="([^"]*)"/g)].map(
      ([, address]) => address,
    );
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !/^(#|data:image\/svg\+xml,)/.test(address ?? ''))).toEqual([]);
    expect(page).not.toMatch(/url\(|@import|fetch\(|XMLHttpRequest|\bimport\(/);
  });

  test('allows itself its own style and script by their hashes, and nothing else', () => {
    const hashed = (tag: string): string =>
      createHash('sha256')
        .update(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '')
        .digest('base64');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    expect(policy).toBe(
      `default-src 'none'; img-src data:; style-src 'sha256-${hashed('style')}'; script-src 'sha256-${hashed('script')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/\sstyle="|\son[a-z]+="/);
  });

  test('has landmarks, one h1, heads of columns and of rows, and no id twice', () => {
    for (const landmark of ['<header', '<nav aria-label', '<search', '<main id="main"', '<footer'])
      expect(page.split(landmark)).toHaveLength(2);
    expect(page.split('<h1>')).toHaveLength(2);
    expect([...page.matchAll(/<th\b(?! scope="(?:col|row)")/g)]).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const inside = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(inside.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('is the same for the same report, and differs for other times in nothing else', () => {
    expect(renderHtml(probed())).toBe(page);
    const run = (ms: number): string =>
      renderHtml(new ReportBuilder().tool('a').scenario('happy', 'a', { ms, outcome: 'timeout' }).build());
    const withoutTimes = (text: string): string =>
      text.replaceAll(/[\d,.]+ ms\b/g, 'TIME').replaceAll(/\bw\d+(?=")/g, 'WIDTH');
    expect(run(1)).not.toBe(run(7_000));
    expect(withoutTimes(run(1))).toBe(withoutTimes(run(7_000)));
  });

  test('tells what to fix first in the order of the console, with the calls it rests on', () => {
    const text = textOf(renderHtml(sample()));
    const order = ['export_notes', 'delete_note', 'list_notes', 'search_notes'];
    const found = [...text.slice(text.indexOf('What to fix first')).matchAll(/(?:Error|Warning) ?([a-z_]+)/g)];
    expect(found.slice(0, 4).map(([, name]) => name)).toEqual(order);
    expect(text).toMatch(
      /Evidence: 1 call.*call \d+ .*tools\/call.*export_notes.*sent.*sample_0.*got.*no storage backend/s,
    );
    expect(text).toContain('toolscore explain property-untyped');
  });

  test('says who, how good and why', () => {
    const text = textOf(renderHtml(capped()));
    expect(text).toMatch(/memory-server ?0\.6\.3/);
    expect(text).toMatch(/Grade C ?capped/);
    expect(text).toContain('Grade A by score, capped because: probe-silent-noop on tool_0');
    expect(text).toContain('1 failed, 1 inconclusive, 1 passed, 1 skipped');
    expect(text).toContain('MCP 2025-11-25 (initialize handshake)');
    expect(textOf(renderHtml(readOnly()))).toContain('read-only: calls what declares or looks read-only');
  });

  test('says what did not run, and why there is no grade', () => {
    const text = textOf(renderHtml(unfinished()));
    expect(text).toMatch(/No grade.*600 seconds/);
    expect(text).toContain('Not run: scenarios on never_reached');
    expect(text).toContain('our-login');
  });

  test('keeps apart what does not count', () => {
    const report = sampleBuilder().effect('probe-only-shown', 'list_notes', 'fail', { message: 'list_notes hides it' });
    const text = textOf(renderHtml(report.build({ probed: true })));
    const at = text.indexOf('Also found, not counted in the grade');
    expect(at).toBeGreaterThan(0);
    expect(text.indexOf('Hides it')).toBeGreaterThan(at);
  });

  test('tells words that fit several tools once', () => {
    const builder = new ReportBuilder();
    for (const name of ['a', 'b', 'c']) builder.tool(name);
    for (const name of ['a', 'b', 'c']) builder.finding('description-short', name, { message: `${name} is short.` });
    builder.finding('description-short', 'c', { message: 'c is odd.' });
    const text = textOf(renderHtml(builder.build()));
    expect(text).toContain('The same on b, c');
    expect(text.match(/Is short\./g)).toHaveLength(1);
    expect(text).toContain('Is odd.');
  });
});

describe('a server with very many tools', () => {
  const many = (count: number, words: string): string => {
    const builder = new ReportBuilder();
    for (let at = 0; at < count; at += 1)
      builder
        .tool(`tool_${at}`, { description: words })
        .scenario('happy', `tool_${at}`, { outcome: 'error-result', detail: words })
        .scenario('edge', `tool_${at}`, { args: { query: words } });
    return renderHtml(builder.build());
  };

  test('is shown whole where it fits, its folds being one piece of text each', () => {
    const page = many(150, 'short');
    expect(page.match(/<noscript>/g)?.length).toBeGreaterThanOrEqual(300);
    expect(page).not.toContain('would make this page too large');
  });

  test('stays under two megabytes where it does not, and says what is left out', () => {
    const page = many(1_500, '<&>"漢'.repeat(100));
    expect(Buffer.byteLength(page)).toBeLessThan(TWO_MEGABYTES);
    expect(textOf(page)).toMatch(/\d+ more tools would make this page too large; the JSON report has all/);
    tagsOf(page);
  });
});
