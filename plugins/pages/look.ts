import {
  answerOf,
  type CallRecord,
  canonicalJson,
  dataIn,
  isReadOnlyTool,
  itemsOf,
  type JsonObject,
  type ProbeScope,
  type Reading,
  readingOf,
  textItems,
  type Tool,
} from '../../core/index.js';
import type { ToolPages } from '../../schemas/observations.gen.js';
import { isNamed, startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, observeCheck } from '../effect-checks/check.js';
import { counted, shortened } from '../effect-checks/words.js';
import { nextCursorIn, type Turning, turningOf } from './turning.js';

/** Pages of a walk, and so calls: each of them is read once, and the two with a repetition a second time. */
const MOST_PAGES = 8;

export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  const turning = turningOf(tool);
  if (turning === undefined || !isReadOnlyTool(tool) || !isNamed(tool, scope.catalog)) return;
  await observeCheck(scope, 'tool.pages', new Walk(scope, turning));
}

interface Page {
  readonly call: CallRecord;
  readonly result: JsonObject;
  readonly args: JsonObject;
  items: readonly string[];
}

interface Repetition {
  readonly item: string;
  readonly first: Page;
  readonly again: Page;
}

class Walk implements Check<'tool.pages'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #tool: Tool;
  readonly #turning: Turning;
  readonly #pages: Page[] = [];
  #repetition: Repetition | undefined;
  #cursorRepeats = false;

  constructor(scope: ProbeScope<'tool'>, turning: Turning) {
    this.#scope = scope;
    this.#tool = scope.subject.tool;
    this.#turning = turning;
  }

  async run(): Promise<void> {
    demandPermission(this.#scope, this.#tool);
    const base = await startingArguments(this.#scope, this.#tool, this.#fixed());
    await this.#walk(base);
    if (this.#cursorRepeats) return;
    if (this.#pages.length < 2) throw new CannotTell('its answer has one page only; store more, so that there are two');
    const found = this.#findRepetition();
    if (found === undefined) return;
    if (!(await this.#isAtRest(found)))
      throw new CannotTell('what it returns changed while it was read; run it against a server at rest');
    this.#repetition = found;
  }

  data(): ToolPages {
    const { param } = this.#turning;
    const place = (page: Page | undefined): number => (page === undefined ? 0 : this.#pages.indexOf(page) + 1);
    const items = this.#pages.reduce((sum, page) => sum + page.items.length, 0);
    return {
      check: 'pages',
      tool: this.#tool.name,
      id: '',
      parameter: param,
      pages: this.#pages.length,
      items,
      repeated: shortened(this.#repetition?.item ?? '', 120),
      first: place(this.#repetition?.first),
      again: place(this.#repetition?.again),
      cursorRepeats: this.#cursorRepeats,
      markers: [],
      summary: `no item comes twice on ${this.#pages.length} pages with ${counted(items, 'items')}`,
      details: this.#pages.map((page, at) => ({
        step: `page ${at + 1}`,
        outcome: counted(page.items.length, 'items'),
        note: '',
      })),
    };
  }

  basis(): string {
    return `walked by ${shortened(this.#turning.param)}`;
  }

  confidence(): 'high' {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    const { first, again } = this.#repetition ?? {};
    const pages = first === undefined || again === undefined ? this.#pages : [first, again];
    return pages.map(({ call }) => call);
  }

  #fixed(): JsonObject {
    const { size } = this.#turning;
    return size === undefined ? {} : { [size.param]: size.value };
  }

  async #walk(base: JsonObject): Promise<void> {
    const { param, start, by, size } = this.#turning;
    const used = new Set<string>();
    let turn: number | string | undefined = start;
    let reading: Reading | undefined;
    for (let at = 0; at < MOST_PAGES; at += 1) {
      const { [param]: _, ...rest } = base;
      const args: JsonObject = turn === undefined ? rest : { ...rest, [param]: turn };
      const page = await this.#read(args);
      if (page === undefined) return;
      reading ??= readingOf(page.result);
      page.items = this.#itemsOf(page.result, reading);
      if (page.items.length === 0) return;
      this.#pages.push(page);
      if (by === 'cursor') {
        turn = cursorIn(page.result);
        if (turn === undefined) return;
        if (used.has(turn)) return void (this.#cursorRepeats = true);
        used.add(turn);
      } else turn = Number(turn) + (by === 'page' ? 1 : (size?.value ?? page.items.length));
    }
  }

  /** A page beyond the last one may be refused. */
  async #read(args: JsonObject): Promise<Page | undefined> {
    const call = await this.#scope.call('tools/call', { name: this.#tool.name, arguments: args });
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    if (answer.kind === 'answered') return { call, result: answer.result, args, items: [] };
    if (this.#pages.length > 0) return undefined;
    throw new CannotTell(`its first page could not be read: ${answer.reason}`);
  }

  /** @throws CannotTell when nobody can tell what they are: lines of prose need not be items */
  #itemsOf(result: JsonObject, reading: Reading | undefined): readonly string[] {
    if (reading === undefined || reading.from === 'lines')
      throw new CannotTell(
        'it answers in prose, or in a form whose items nobody can tell, so pages cannot be compared',
      );
    // The last page may have another form than the others: a list of one, or none.
    const items = itemsOf(result, reading) ?? [];
    return items.map((item) => canonicalJson(item) ?? '');
  }

  /**
   * An item that came again although the pages were not the same: a page beyond the end may be answered with the last
   * one. Where one page holds an item twice the list itself does.
   */
  #findRepetition(): Repetition | undefined {
    const firsts = new Map<string, Page>();
    for (const page of this.#pages) {
      const isNew = page.items.some((item) => !firsts.has(item));
      if (!isNew) return undefined;
      for (const item of new Set(page.items)) {
        const first = firsts.get(item);
        if (first !== undefined && this.#isRecord(item)) return { item, first, again: page };
        if (first === undefined) firsts.set(item, page);
      }
      if (new Set(page.items).size < page.items.length) return undefined;
    }
    return undefined;
  }

  /** Words and numbers may well be in a list twice; two records that are the same in everything are one. */
  #isRecord(item: string): boolean {
    return item.startsWith('{') && /"(?:[^"]*[_-])?(?:id|uuid|key|name|url|uri|path|slug|title)":/i.test(item);
  }

  async #isAtRest({ first, again }: Repetition): Promise<boolean> {
    for (const page of [first, again]) {
      const now = await this.#read(page.args);
      const reading = readingOf(page.result);
      if (now === undefined || this.#itemsOf(now.result, reading).join('\n') !== page.items.join('\n')) return false;
    }
    return true;
  }
}

function cursorIn(result: JsonObject): string | undefined {
  const data = [result['structuredContent'], ...textItems(result).map(dataIn)];
  return data.map(nextCursorIn).find((cursor) => cursor !== undefined);
}
