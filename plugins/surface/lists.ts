/** Walks over the lists that a server declares. Source: Model Context Protocol, Pagination, and the pages of resources, prompts and tools. */

import {
  type CallRecord,
  canonicalJson,
  excerptOf,
  isObject,
  type JsonObject,
  NO_SUCH_TOOL,
  type ProbeScope,
} from '../../core/index.js';
import { listed, shortened } from '../effect-checks/words.js';
import { about, head } from './head.js';

type Scope = ProbeScope<'surface'>;

interface List {
  readonly capability: string;
  readonly method: string;
  /** Where the answer holds it. */
  readonly field: string;
  /** What an entry is known by. */
  readonly key: string;
  /** A server that declares the capability may well have none of these. */
  readonly byTheWay?: true;
}

const LISTS: readonly List[] = [
  { capability: 'tools', method: 'tools/list', field: 'tools', key: 'name' },
  { capability: 'resources', method: 'resources/list', field: 'resources', key: 'uri' },
  {
    capability: 'resources',
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    key: 'uriTemplate',
    byTheWay: true,
  },
  { capability: 'prompts', method: 'prompts/list', field: 'prompts', key: 'name' },
];
const COMPLETION: List = { capability: 'completions', method: 'completion/complete', field: '', key: '' };
const MOST_PAGES = 20;
const MOST_ENTRIES = 5_000;
const METHOD_NOT_FOUND = -32601;

interface Entry {
  readonly name: string;
  readonly page: number;
  readonly text: string | undefined;
}

interface Walk {
  readonly list: List;
  readonly records: readonly CallRecord[];
  readonly entries: readonly Entry[];
  readonly ended: 'complete' | 'endless' | 'unknown-method' | 'no-list' | 'unclear';
}

/** One observation for what is declared, and one for each list that is walked. */
export async function observeLists(scope: Scope): Promise<void> {
  const declared = LISTS.filter(({ capability }) => isDeclared(scope.session.capabilities, capability));
  // The tools were listed before; a second walk only tells where a name stands that came twice.
  const wanted = declared.filter(({ method }) => method !== 'tools/list' || hasDouble(scope));
  const walks: Walk[] = [];
  for (const list of wanted) walks.push(await walk(scope, list));
  const completion = isDeclared(scope.session.capabilities, COMPLETION.capability)
    ? [await askForCompletion(scope, walks)]
    : [];
  observeServed(scope, [...declared, ...completion.map(({ list }) => list)], [...walks, ...completion]);
  for (const one of walks) await observeList(scope, one);
}

function hasDouble({ catalog: { tools } }: Scope): boolean {
  return new Set(tools.map(({ name }) => name)).size < tools.length;
}

function isDeclared(capabilities: unknown, name: string): boolean {
  const said = isObject(capabilities) ? capabilities : {};
  return Object.hasOwn(said, name) && (said[name] ?? false) !== false;
}

function observeServed(scope: Scope, declared: readonly List[], walks: readonly Walk[]): void {
  const missing = walks.filter(({ ended }) => ended === 'unknown-method' || ended === 'no-list');
  if (walks.every(({ list }) => list.capability === 'tools')) return;
  const certain = missing.some(({ list }) => list.byTheWay !== true);
  const why = missing[0]?.records.at(-1);
  scope.emit(
    'server.surface',
    {
      ...head('surface'),
      declared: [
        ...new Set(
          (missing.length > 0 ? missing.map(({ list }) => list) : declared).map(({ capability }) => capability),
        ),
      ],
      missing: missing.map(({ list }) => list.method),
      why:
        why === undefined
          ? ''
          : missing[0]?.ended === 'no-list'
            ? 'the answer holds no list'
            : shortened(excerptOf(why), 120),
      summary: missing.length > 0 ? '' : `${listed(walks.map(({ list }) => list.method))} are served`,
      details: walks.map(({ list, ended }) => ({ step: list.method, outcome: ended, note: '' })),
    },
    {
      confidence: certain ? 'high' : 'low',
      evidence: (missing.length > 0 ? missing : walks)
        .map(({ records }) => records.at(-1))
        .filter((one) => one !== undefined),
      basis: 'declared in the capabilities of the server',
      ...about(scope),
    },
  );
}

/** What stands twice must do so in a second walk, too: a list may change while it is read. */
async function observeList(scope: Scope, first: Walk): Promise<void> {
  const { list, ended, records } = first;
  if (ended !== 'complete' && ended !== 'endless') return;
  const doubles = ended === 'endless' ? [] : doublesIn(first);
  const again = doubles.length === 0 ? undefined : doublesIn(await walk(scope, list));
  const twice = doubles.filter(({ name }) => again?.some((other) => other.name === name));
  const pages = records.length;
  const where = twice[0] === undefined ? '' : placesOf(twice[0]);
  const certain = ended === 'endless' || list.key === 'name' || twice.some(({ same }) => same);
  scope.emit(
    'server.listing',
    {
      ...head('listing'),
      method: list.method,
      pages,
      ended: ended === 'complete',
      twice: twice.slice(0, 5).map(({ name }) => shortened(name)),
      where,
      summary: where === '' && ended === 'complete' ? `${list.method} ends and names everything once` : '',
      details: records.map((_, at) => ({
        step: `page ${at + 1}`,
        outcome: `${first.entries.filter(({ page }) => page === at + 1).length} entries`,
        note: '',
      })),
    },
    {
      confidence: certain ? 'high' : 'medium',
      evidence: records.slice(0, 6),
      basis: 'a walk over its pages',
      ...about(scope),
    },
  );
}

interface Double {
  readonly name: string;
  readonly pages: readonly [number, number];
  /** Both entries are one and the same. */
  readonly same: boolean;
}

function doublesIn({ entries }: Walk): readonly Double[] {
  const seen = new Map<string, Entry>();
  const found = new Map<string, Double>();
  for (const entry of entries) {
    const before = seen.get(entry.name);
    if (before === undefined) seen.set(entry.name, entry);
    else if (!found.has(entry.name))
      found.set(entry.name, {
        name: entry.name,
        pages: [before.page, entry.page],
        same: before.text !== undefined && before.text === entry.text,
      });
  }
  return [...found.values()];
}

function placesOf({ pages: [first, second] }: Double): string {
  return first === second ? `both on page ${first}` : `on page ${first} and again on page ${second}`;
}

/** Whatever it answers is fine, short of not knowing the method. */
async function askForCompletion(scope: Scope, walks: readonly Walk[]): Promise<Walk> {
  const prompt = walks.find(({ list }) => list.method === 'prompts/list')?.entries[0]?.name ?? NO_SUCH_TOOL;
  const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name: 'toolscore', value: '' } };
  const record = await scope.call(COMPLETION.method, params);
  return {
    list: COMPLETION,
    records: [record],
    entries: [],
    ended: isUnknownMethod(record) ? 'unknown-method' : 'complete',
  };
}

function isUnknownMethod({ error }: CallRecord): boolean {
  return isObject(error) && error['code'] === METHOD_NOT_FOUND;
}

async function walk(scope: Scope, list: List): Promise<Walk> {
  const records: CallRecord[] = [];
  const entries: Entry[] = [];
  const cursors = new Set<string>();
  let cursor: unknown;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const record = await scope.call(list.method, cursor === undefined ? {} : { cursor });
    records.push(record);
    const { outcome, result } = record;
    if (outcome === 'error')
      return {
        list,
        records,
        entries,
        ended: isUnknownMethod(record) ? 'unknown-method' : 'unclear',
      };
    if (outcome !== 'result') return { list, records, entries, ended: 'unclear' };
    const items = isObject(result) ? result[list.field] : undefined;
    if (!Array.isArray(items)) return { list, records, entries, ended: 'no-list' };
    if (entries.length < MOST_ENTRIES)
      entries.push(...items.filter(isObject).flatMap((item) => entryOf(item, list, page)));
    cursor = (result as JsonObject)['nextCursor'] ?? undefined;
    if (cursor === undefined) return { list, records, entries, ended: 'complete' };
    const text = canonicalJson(cursor) ?? '';
    if (cursors.has(text)) return { list, records, entries, ended: 'endless' };
    cursors.add(text);
  }
  // Long is not endless.
  return { list, records, entries, ended: 'unclear' };
}

function entryOf(item: JsonObject, { key }: List, page: number): readonly Entry[] {
  const name = item[key];
  return typeof name === 'string' && name !== '' ? [{ name, page, text: canonicalJson(item) }] : [];
}
