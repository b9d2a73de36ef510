/** The HTML report as a reader meets it. Expressions for the page are texts: its types are not those of Node. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import type { Report } from '../../core/index.js';
import { renderHtml } from '../../plugins/report-html/page.js';
import { startBrowser } from './browser.js';
import { ReportBuilder } from './build-report.js';
import { sampleBuilder } from './samples.js';

const EVIL = [
  '<script>globalThis.ran = 1</script>',
  '"><img src=x onerror="globalThis.ran = 2">',
  '</noscript></pre></td></table><script>globalThis.ran = 3</script>',
  '&lt;script&gt;globalThis.ran = 4&lt;/script&gt;',
].join(' ');
const MANY = 101;
const PATIENCE_MS = 100_000;

/** Findings that count and others, checks, failing scenarios: a page with every kind of section. */
function rich(): Report {
  return sampleBuilder()
    .effect('probe-silent-noop', 'create_note', 'fail', {
      message: 'create_note reported a second write and changed nothing',
      data: { check: 'round-trip', details: [{ step: 'write', outcome: 'stored', note: '' }] },
    })
    .effect('probe-bound-exceeded', 'list_notes', 'pass', { data: { check: 'bound' } })
    .effect('probe-only-shown', 'search_notes', 'fail', { message: 'search_notes hides what it left out' })
    .finding('house-owner', 'list_notes', { message: 'list_notes names no owner.' })
    .leftOut('happy', 'delete_note', 'not allowed here')
    .build({ probed: true, cap: { letter: 'C', reasons: ['probe-silent-noop on create_note'] } });
}

/** So many tools that folds are asleep, everything that a server says being hostile. */
function hostile(): Report {
  const builder = new ReportBuilder();
  builder.server({ name: EVIL, version: EVIL });
  for (let at = 0; at < MANY; at += 1) builder.tool(`tool_${at} ${EVIL}`, { description: EVIL });
  for (let at = 0; at < MANY; at += 1)
    builder.scenario('happy', `tool_${at} ${EVIL}`, {
      outcome: 'error-result',
      detail: EVIL,
      args: { [EVIL]: EVIL },
      description: EVIL,
    });
  return builder.build();
}

describe('the page in a browser', () => {
  let browser: Browser | undefined;
  let folder = '';
  let page: Page | undefined;
  /** What the browser complained of, and what the page asked for. */
  let noise: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-html-'));
    await writeFile(join(folder, 'rich.html'), renderHtml(rich()));
    await writeFile(join(folder, 'hostile.html'), renderHtml(hostile()));
    browser = await startBrowser();
    page = await (await browser?.newContext())?.newPage();
    page?.setDefaultTimeout(PATIENCE_MS);
    page?.on('console', (message) => noise.push(message.text()));
    page?.on('pageerror', (error) => noise.push(error.message));
    page?.on('request', (request) => {
      // The picture for the tab stands in the page, and is read whenever the browser likes.
      if (!request.url().startsWith('data:')) noise.push(request.url());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const address = (name: string): string => pathToFileURL(join(folder, `${name}.html`)).href;

  /** The report in a page, as if just opened. */
  async function open(context: TestContext, name: 'rich' | 'hostile'): Promise<Page> {
    if (page === undefined) return context.skip();
    await page.goto('about:blank');
    await page.goto(address(name));
    noise = [];
    return page;
  }

  const visible = (page: Page, selector: string): Promise<number> =>
    page.evaluate(`[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).length`);
  /** What the reader hears of the filter, which waits for the next frame. Not by `waitForFunction`: the page's policy forbids that. */
  async function status(page: Page): Promise<string | null> {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return page.textContent('#matches');
  }

  test('is accessible, light and dark', async (context) => {
    const page = await open(context, 'rich');
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
      );
      const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    expect(noise).toEqual([]);
  });

  test('asks for nothing but itself, and has nothing to complain of', async (context) => {
    if (page === undefined) return context.skip();
    noise = [];
    await page.goto(address('rich'));
    expect(noise).toEqual([address('rich')]);
  });

  test('filters by words, severity, tool, what counts and what fails', async (context) => {
    const page = await open(context, 'rich');
    const all = await visible(page, '.finding');
    await page.fill('[name=text]', 'storage BACKEND');
    expect(await status(page)).toMatch(/^2 of \d+ entries match$/);
    expect(await visible(page, '.finding')).toBe(1);
    expect(await page.textContent('#fixes .count')).toMatch(/^1 of \d$/);
    expect(await visible(page, '#tools .none')).toBe(1);

    await page.click('text=Clear');
    expect(await status(page)).toMatch(/^$/);
    expect(await visible(page, '.finding')).toBe(all);

    await page.selectOption('[name=counted]', 'no');
    expect(await status(page)).toMatch(/entries match/);
    expect(await visible(page, '#fixes .finding')).toBe(0);
    expect(await visible(page, '#uncounted .finding')).toBe(1);
    expect(await visible(page, '#uncounted-checks tbody tr')).toBe(1);

    await page.click('text=Clear');
    await page.selectOption('[name=owner]', { label: 'delete_note' });
    await page.selectOption('[name=severity]', 'error');
    expect(await status(page)).toMatch(/entries match/);
    expect(await page.$$eval('.finding:not([hidden]) h3', (all) => all.map((one) => one.textContent))).toEqual([
      'Error delete_note',
    ]);

    await page.click('text=Clear');
    await page.check('[name=failing]');
    expect(await status(page)).toMatch(/entries match/);
    expect(await visible(page, '.tool')).toBe(1);
    await page.click('.tool:not([hidden]) summary');
    expect(await visible(page, '.cases .no')).toBe(3);
    expect(await visible(page, '.cases .ok')).toBe(0);
    expect(noise).toEqual([]);
  });

  test('can be read with a keyboard alone', async (context) => {
    const page = await open(context, 'rich');
    const focused = (): Promise<string> =>
      page.evaluate(
        `(({ tagName, name, id, className }) => [tagName, name || id || className].join(' '))(document.activeElement)`,
      );
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A skip');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('MAIN main');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A rule');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('SUMMARY ');
    await page.keyboard.press('Enter');
    expect(await visible(page, '.finding:first-child .calls')).toBe(1);
    await page.focus('[name=text]');
    await page.keyboard.type('storage');
    expect(await status(page)).toMatch(/entries match/);
  });

  test('leads from a tool to its cases, though they are folded', async (context) => {
    const page = await open(context, 'rich');
    await page.click('#tools a[href="#tool-4"]');
    await page.waitForSelector('details[open] > #tool-4 .cases');
    expect(await visible(page, '.cases')).toBe(1);
  });

  test('keeps text of a hostile server text, folded or not', async (context) => {
    const page = await open(context, 'hostile');
    expect(await visible(page, '#tool-0 .cases')).toBe(0);
    await page.click('#unfold');
    await page.waitForSelector('.finding .calls');
    await page.click('.tool summary');
    await page.waitForSelector('#tool-0 .cases');
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(await page.evaluate(`document.querySelectorAll('script').length`)).toBe(1);
    expect(await page.evaluate(`document.querySelectorAll('img, iframe, object, embed, svg').length`)).toBe(0);
    expect(await page.textContent('#tool-0 .described')).toContain('<script>globalThis.ran = 1</script>');
    await page.fill('[name=text]', '"><img src=x');
    expect(await status(page)).toMatch(new RegExp(`^${MANY * 3} of ${MANY * 3} entries match$`));
    expect(noise).toEqual([]);
  });

  test('says the same where no script may run', async (context) => {
    if (browser === undefined) return context.skip();
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(address('hostile'));
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.locator('.tool summary').first().click();
    expect(await page.locator('#tool-0 .cases').isVisible()).toBe(true);
  });
});
