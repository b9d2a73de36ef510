/** Small stores with write and read tools, for servers of tests to be made of. */

import { type Args, data, type FakeTool, json, refusal, type Result, text, TEXT } from './fake.js';

export interface Note {
  readonly title: string;
  readonly body: string;
}

/** Notes under titles, newest first. */
export class Notes {
  all: Note[] = [];

  at(title: unknown): Note | undefined {
    return this.all.find((note) => note.title === title);
  }

  add({ title, body = '' }: Args): void {
    this.all = [{ title, body }, ...this.all];
  }

  put(args: Args): void {
    this.all = this.all.filter(({ title }) => title !== args['title']);
    this.add(args);
  }
}

const NOTE = { title: TEXT, body: TEXT };

/** A write tool for notes; its name and description as wanted. */
export function writer(run: (args: Args) => Result, tool: Partial<FakeTool> = {}): FakeTool {
  return { name: 'save_note', takes: NOTE, ...tool, run };
}

export const listNotes = (notes: Notes, tool: Partial<FakeTool> = {}): FakeTool => ({
  name: 'list_notes',
  run: () => data({ notes: notes.all }),
  ...tool,
});

export const getNote = (notes: Notes, tool: Partial<FakeTool> = {}): FakeTool => ({
  name: 'get_note',
  takes: { title: TEXT },
  run: ({ title }) => {
    const note = notes.at(title);
    return note === undefined ? refusal(`No note "${title}".`) : json(note);
  },
  ...tool,
});

/** Finds what holds the text, and repeats the text that it was asked for. */
export const searchNotes = (notes: Notes, tool: Partial<FakeTool> = {}): FakeTool => ({
  name: 'search_notes',
  takes: { query: TEXT },
  run: ({ query }) => {
    const found = notes.all.filter(({ title, body }) => `${title} ${body}`.includes(query));
    return text(`Results for "${query}":`, ...found.map(({ title, body }) => `${title}: ${body}`));
  },
  ...tool,
});

/** Notes that were there before. */
export function seeded(count: number): Notes {
  const notes = new Notes();
  for (let number = 1; number <= count; number += 1) notes.add({ title: `Old ${number}`, body: 'text' });
  return notes;
}
