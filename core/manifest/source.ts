/** The text of a manifest: strict JSON, and where its parts stand. Source: manifest specification, 1.8 and 1.9. */

import type { ArrayNode, NumberNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import { UsageError } from '../errors.js';
import { nameOf, positionOf } from '../load/json-source.js';
import { type Locate, type Path, placeOf, type Problem } from '../origin.js';
import { tooDeepAt } from './depth.js';
import { placeAt, syntaxProblem } from './syntax.js';

/** In bytes. M-30. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** Deeper than any server takes, and shallow enough for whatever walks the value. */
const MAX_DEPTH = 128;
/** Far more than anybody reads. */
const MAX_FOUND = 10_000;
const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep. Flatten it.`;

const TWICE = 'stands twice in one object. Keep one of the two.';
const INEXACT = 'is a number too large to be sent as it is written. Use a smaller one, or a text.';

export interface ManifestSource {
  readonly value: unknown;
  readonly locate: Locate;
  /** What is wrong with it although it is JSON. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the bytes of a manifest; `source` names them in messages.
 * @throws UsageError when they are too many, no UTF-8, or no strict JSON. What it says never quotes them
 */
export async function readManifestSource(bytes: Uint8Array, source: string): Promise<ManifestSource> {
  const text = decode(bytes, source);
  const deep = tooDeepAt(text, MAX_DEPTH);
  if (deep !== undefined) throw new UsageError(`${placeOf({ source, ...placeAt(text, deep) })}  ${TOO_DEEP}`);
  const { parse } = await import('@humanwhocodes/momoa');
  let value: unknown;
  let root: ValueNode;
  try {
    // The platform's parser is the strict one; the other knows what it hides: positions, and names that stand twice.
    value = JSON.parse(text);
    root = parse(text, { mode: 'json' }).body;
  } catch {
    const { place, what } = await syntaxProblem(text);
    throw new UsageError(`${placeOf({ source, ...place })}  ${what}`);
  }
  const locate: Locate = (path, atKey) => ({ source, ...positionOf(root, path, atKey ?? false) });
  return { value, locate, problems: hiddenFaults(root, text) };
}

function decode(bytes: Uint8Array, source: string): string {
  if (bytes.length > MAX_MANIFEST_BYTES)
    throw new UsageError(`${source}  is larger than 4 MiB (${MAX_MANIFEST_BYTES} bytes). Split it into several files.`);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new UsageError(`${source}:1:1  begins with a byte-order mark. Save it as UTF-8 without one.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${source}  is not UTF-8. Save it in that encoding.`);
  }
}

interface Container {
  readonly node: ObjectNode | ArrayNode;
  readonly path: Path;
}

/** What the platform's parser lets pass, in the order of the text. */
function hiddenFaults(root: ValueNode, text: string): readonly Problem[] {
  const found: { readonly offset: number; readonly problem: Problem }[] = [];
  const open: Container[] = isContainer(root) ? [{ node: root, path: [] }] : [];
  for (let next = open.pop(); next !== undefined && found.length < MAX_FOUND; next = open.pop()) {
    const { node, path } = next;
    const visit = (step: string | number, inner: ValueNode): void => {
      if (isContainer(inner)) open.push({ node: inner, path: [...path, step] });
      else if (inner.type === 'Number' && !isExact(inner, text))
        found.push({ offset: inner.loc.start.offset, problem: { path: [...path, step], message: INEXACT } });
    };
    if (node.type === 'Array') for (const [at, { value }] of node.elements.entries()) visit(at, value);
    else {
      for (const member of node.members) visit(nameOf(member), member.value);
      for (const name of repeatedNames(node))
        found.push({ offset: node.loc.start.offset, problem: { path: [...path, name], atKey: true, message: TWICE } });
    }
  }
  return found.toSorted((a, b) => a.offset - b.offset).map(({ problem }) => problem);
}

function isContainer(node: ValueNode): node is Container['node'] {
  return node.type === 'Object' || node.type === 'Array';
}

/** M-28: with a name twice, what goes over the wire would be a matter of who reads it. */
function repeatedNames({ members }: ObjectNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const name of members.map(nameOf)) (seen.has(name) ? again : seen).add(name);
  return again;
}

/** Arguments are sent as they were written, so a number that this program cannot hold is refused and not changed. */
function isExact({ value, loc: { start, end } }: NumberNode, text: string): boolean {
  if (Number.isSafeInteger(value)) return true;
  if (!Number.isFinite(value)) return false;
  const written = text.slice(start.offset, end.offset);
  return !/^-?\d+$/.test(written) || written === String(value) || BigInt(written) === BigInt(value);
}
