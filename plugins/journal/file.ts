/** The files of the journal: one for each day, whole lines only, however many processes write. Spec: manifest 3.9. */

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { groupBy, LocalError, makeOwnFolder, reasonOf, withLock } from '../../core/index.js';
import type { Entry } from './entry.js';
import { sanitized } from './sanitize.js';

const LINE_END = 10;

/** Appends entries to the files of their days, as lines. @throws LocalError when they cannot be written */
export async function appendEntries(home: string, entries: readonly Entry[]): Promise<void> {
  const folder = join(home, 'store');
  makeOwnFolder(folder);
  await withLock(join(folder, 'calls.lock'), async () => {
    for (const [day, ofDay] of groupBy(entries.map(sanitized), ({ ts }) => ts.slice(0, 10))) {
      const lines = ofDay.map((entry) => `${JSON.stringify(entry)}\n`);
      await append(join(folder, `calls-${day}.jsonl`), lines.join(''));
    }
  });
}

async function append(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, 'a+', 0o600);
    try {
      await handle.appendFile((await endsInLine(handle)) ? text : `\n${text}`);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new LocalError(`${file}  cannot be written: ${reasonOf(error)}`);
  }
}

/** False when a process died, or a disk was full, in the middle of the last line. */
async function endsInLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === LINE_END;
}
