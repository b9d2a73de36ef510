/** Reads documents that were written earlier, from a file or from standard input. */

import { createReadStream } from 'node:fs';
import { MAX_DOCUMENT, readProbeReport } from '../documents/read.js';
import type { KnownNames } from '../documents/read-case.js';
import type { StoredReport } from '../documents/stored.js';
import { UsageError } from '../errors.js';
import { whyUnreadable } from '../load/source.js';
import type { Setting } from './evaluation.js';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * A report from a file, or from standard input for `-`.
 * @throws UsageError when it cannot be read, with everything that is wrong with it
 */
export async function readReport(file: string, known: KnownNames): Promise<StoredReport> {
  const { text, source } = await readDocument(file);
  return readProbeReport(text, source, known);
}

/** A document that somebody may have made of anything. */
export interface GivenDocument {
  readonly text: string;
  /** Its name in messages. */
  readonly source: string;
}

/** @throws UsageError when it cannot be read */
export async function readDocument(file: string): Promise<GivenDocument> {
  const source = file === STANDARD_INPUT ? 'standard input' : file;
  return { text: await textOf(file, source), source };
}

/** What a report may name with this config and these plugins. */
export async function knownNames({ kinds, shipped, outside }: Setting): Promise<KnownNames> {
  const { labels } = await shipped.manifest();
  const brought = outside.flatMap(({ plugin }) => (plugin.rules ?? []).map(({ id }) => id));
  return { kinds: [...kinds.keys()], reasons: [...labels, ...brought] };
}

async function textOf(file: string, source: string): Promise<string> {
  const stream = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
      // Enough to see that it is too large.
      if (length > MAX_DOCUMENT) break;
    }
  } catch (error) {
    throw new UsageError(`${source}  ${whyUnreadable(error)} Write a report with: toolscore probe … --format json`);
  }
  if (length > MAX_DOCUMENT)
    throw new UsageError(`${source}  is larger than ${MAX_DOCUMENT / 1024 / 1024} MiB. No report is.`);
  // Some shells put a byte-order mark in front of what they redirect.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
