import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Composition } from '../../core/cli/composition.js';
import { commandTarget } from '../../core/cli/target.js';
import { LINT, type Kind, TEST } from '../../core/cli/run-kind.js';
import { watch } from '../../core/cli/watch.js';
import type { WatchParts } from '../../core/cli/watching.js';
import { definePlugin } from '../../core/define.js';
import { UsageError } from '../../core/errors.js';
import { ServerError } from '../../core/session/port.js';
import type { Hearing } from '../../core/watch/ears.js';
import type { Places } from '../../core/watch/places.js';
import { flags } from '../../plugins/flags.js';
import { shipped } from '../../plugins/index.js';
import { fakeSession } from '../kernel/fake.js';
import { project } from '../load/folder.js';

/** Instead of a program: a file with the list of its tools, which answers every call. */
const fileServer = definePlugin({
  name: 'file-server',
  apply({ hooks }) {
    hooks.connect.tap('file-server', ({ target }) => {
      const file = target.kind === 'stdio' ? (target.command[1] ?? '') : '';
      let tools: unknown;
      try {
        tools = JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        throw new ServerError('The server exited with code 1.', `file:1\n${String(error)}\n\nNode.js v20\n`);
      }
      return fakeSession((method) => ({
        result: method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'ok' }] },
      }));
    });
  },
});
const COMPOSITION = {
  version: '0.1.0',
  flags,
  entries: {},
  load: async () => ({ ...shipped, plugins: [...shipped.plugins, fileServer] }),
} as unknown as Composition;

const tool = (name: string, description: string, properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required: [] },
  annotations: { readOnlyHint: true },
});
const TOOLS = [
  tool('search_notes', 'Search.'),
  tool('list_notes', 'Lists the notes that are there.', { limit: {} }),
  tool('count_notes', 'Counts the notes that are there.'),
];

/** What runs wrote to standard output themselves. */
let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written.push(String(text));
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    done?.();
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

interface Watched {
  readonly file: string;
  /** Everything that was shown and told, in order. */
  readonly told: readonly string[];
  /** Resolves once something like this was told, from now on. */
  until(text: RegExp): Promise<string>;
  /** Does something whenever the like is told. */
  every(text: RegExp, then: () => void): void;
  /** The server is this text from now on. */
  edit(change: (text: string) => string): Promise<void>;
  hearing(): Hearing;
  places(): Places;
  /** Ends the watch; resolves to its exit code. */
  end(): Promise<number>;
  readonly closed: () => boolean;
}

async function started(kind: Kind, options: object = {}): Promise<Watched> {
  const file = join(await project({ 'server.mjs': JSON.stringify(TOOLS) }), 'server.mjs');
  const told: string[] = [];
  const waits: { readonly text: RegExp; readonly done: (told: string) => void }[] = [];
  const tell = (text: string): void => {
    told.push(text);
    for (const wait of waits.filter((one) => one.text.test(text))) wait.done(text);
  };
  const until = (text: RegExp): Promise<string> => new Promise((done) => waits.push({ text, done }));
  const stop = new AbortController();
  let heard: { readonly places: Places; readonly hearing: Hearing } | undefined;
  let closed = false;
  const parts: WatchParts = {
    listen: async (places, hearing) => {
      heard = { places, hearing };
      return { close: async () => void (closed = true) };
    },
    // Quiet comes at once.
    settle: (then) => {
      let off = false;
      queueMicrotask(() => off || then());
      return () => void (off = true);
    },
    stop: stop.signal,
    clock: () => '12:00:00',
    show: tell,
    say: tell,
  };
  const begun = until(/^Watching /);
  const words = commandTarget([], ['node', file]);
  const over = watch(kind, words, options as never, COMPOSITION, parts);
  await Promise.race([begun, over]);
  const watched = (): NonNullable<typeof heard> => {
    if (heard === undefined) throw new Error('nobody listens');
    return heard;
  };
  return {
    file,
    told,
    until,
    every: (text, then) => void waits.push({ text, done: then }),
    async edit(change) {
      await writeFile(file, change(await readFile(file, 'utf8')));
      watched().hearing.changed(file);
    },
    hearing: () => watched().hearing,
    places: () => watched().places,
    end() {
      stop.abort();
      return over;
    },
    closed: () => closed,
  };
}

describe('a watch', () => {
  test('shows the whole report first, then what moved, and ends when it is told to', async () => {
    const { edit, until, end, closed, told } = await started(TEST, { cases: '1' });
    expect(written.join('')).toContain('MCP Scorecard: fake');
    written = [];
    const moved = until(/tools that are gone/);
    await edit((text) => text.replace('search_notes', 'find_notes').replace('"limit":{}', '"limit":{"type":"number"}'));
    const words = await moved;
    expect(told.at(-2)).toMatch(/12:00:00 {2}.*server\.mjs changed/);
    expect(words).toMatch(/A \d+ % (→|->) A \d+ %/);
    expect(words).toContain('new tools: find_notes\n  tools that are gone: search_notes\n');
    expect(words).toMatch(/1 new\n.*find_notes: The description is too short/);
    expect(words).toMatch(/2 fixed\n/);
    expect(words).toContain('(property-untyped)');
    expect(written.join('')).not.toContain('Scorecard');
    expect(await end()).toBe(0);
    expect(closed()).toBe(true);
  });

  test('tells in one line why a server does not start any more, and goes on', async () => {
    const { edit, until, end, file } = await started(LINT);
    const server = await readFile(file, 'utf8');
    const failed = until(/No run/);
    await edit((text) => `${text} x`);
    expect(await failed).toMatch(
      /^ {2}No run: The server exited with code 1\. It wrote: SyntaxError: .*\. Waiting for a change\.$/,
    );
    const repaired = until(/as before/);
    await edit(() => server);
    expect(await repaired).toMatch(/^ {2}.*1 error, 1 warning.* as before\n$/);
    await end();
  });

  test('runs once more for what changed during a run', async () => {
    const { until, end, hearing, file, told } = await started(LINT);
    const begun = until(/changed/);
    hearing().changed(file);
    await begun;
    // The run is under way now.
    const first = until(/as before/);
    for (let at = 0; at < 5; at += 1) hearing().changed(file);
    await first;
    await until(/as before/);
    expect(told.filter((text) => text.includes('changed'))).toHaveLength(2);
    await end();
  });

  test('watches the folder of the script, and says what cannot be watched', async () => {
    const { places, hearing, end, told, file } = await started(LINT);
    expect(places().roots).toEqual([join(file, '..')]);
    hearing().failed('too many files');
    expect(told.at(-1)).toBe('Some files cannot be watched: too many files');
    await end();
  });

  test('leaves out a file that changes in every run, and says so', async () => {
    const { until, every, end, hearing, file, told } = await started(LINT);
    const data = join(file, '..', 'notes.json');
    every(/ changed /, () => hearing().changed(data));
    const leftOut = until(/left out from now on/);
    hearing().changed(file);
    expect(await leftOut).toMatch(/notes\.json changed in every run, as what a server writes does, and is left out/);
    // The change in the third run had been heard already.
    await until(/as before/);
    await end();
    expect(told.filter((text) => text.includes(' changed '))).toHaveLength(5);
  });
});

describe('options that do not go with a watch', () => {
  test.each([
    [{ all: true }, '--all, which looks at many servers'],
    [{ ci: true }, '--ci, which is for a run that ends'],
    [{ failUnder: 'B' }, '--fail-under, which sets the exit code'],
    [{ strictBaseline: true, baseline: 'x.json' }, '--strict-baseline, which fails a run'],
  ])('%j', async (options, expected) => {
    const error: unknown = await started(TEST, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).problems[0]).toContain(`--watch does not go with ${expected}`);
  });

  test('a report on standard output', async () => {
    const error: unknown = await started(TEST, { report: ['json=-'] }).catch((thrown: unknown) => thrown);
    expect((error as UsageError).problems).toEqual([
      '--watch shows what moved on standard output, so no report can go there. Give it a file.',
    ]);
  });
});
