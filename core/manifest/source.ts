/** The text of a manifest: strict JSON, and where its parts stand. Source: manifest specification, 1.8 and 1.9. */

import type { NumberNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import { UsageError } from '../errors.js';
import { nameOf, positionOf } from '../load/json-source.js';
import { type Locate, type Path, placeOf, type Problem } from '../origin.js';
import { syntaxProblem } from './syntax.js';

/** In bytes. M-30. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** Deeper than any server takes, and shallow enough for whatever walks the value. */
const MAX_DEPTH = 128;
const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep. Flatten it.`;

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
  const { parse } = await import('@humanwhocodes/momoa');
  let value: unknown;
  let root: ValueNode;
  try {
    // The platform's parser is the strict one; the other knows what it hides: positions, and names that stand twice.
    value = JSON.parse(text);
    root = parse(text, { mode: 'json' }).body;
  } catch {
    const { place, what } = await syntaxProblem(text);
    throw new UsageError(`${placeOf({ source, ...place })}  ${place === undefined ? TOO_DEEP : what}`);
  }
  const locate: Locate = (path, atKey) => ({ source, ...positionOf(root, path, atKey ?? false) });
  const problems: Problem[] = [];
  for (const { node, path, inner } of containers(root)) {
    if (path.length >= MAX_DEPTH) throw new UsageError(`${placeOf(locate(path))}  ${TOO_DEEP}`);
    if (node.type === 'Object') problems.push(...repeatedNames(node, path));
    problems.push(...inexactNumbers(inner, text));
  }
  return { value, locate, problems };
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

interface Part {
  readonly node: ValueNode;
  readonly path: Path;
}

interface Container extends Part {
  readonly inner: readonly Part[];
}

/** Every object and list, in the order of the text. Not recursive: how deep they lie is not known yet. */
function* containers(root: ValueNode): Generator<Container> {
  const open: Part[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = partsOf(next);
    yield { ...next, inner };
    open.push(...inner.filter(isContainer).toReversed());
  }
}

function partsOf({ node, path }: Part): readonly Part[] {
  if (node.type === 'Object') return node.members.map((one) => ({ node: one.value, path: [...path, nameOf(one)] }));
  if (node.type === 'Array') return node.elements.map(({ value }, at) => ({ node: value, path: [...path, at] }));
  return [];
}

const isContainer = ({ node: { type } }: Part): boolean => type === 'Object' || type === 'Array';

/** M-28: with a name twice, what goes over the wire would be a matter of who reads it. */
function repeatedNames({ members }: ObjectNode, path: Path): readonly Problem[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const name of members.map(nameOf)) (seen.has(name) ? again : seen).add(name);
  return [...again].map((name) => ({
    path: [...path, name],
    atKey: true,
    message: 'stands twice in one object. Keep one of the two.',
  }));
}

/** Arguments are sent as they were written, so a number that this program cannot hold is refused and not changed. */
function inexactNumbers(parts: readonly Part[], text: string): readonly Problem[] {
  return parts.flatMap(({ node, path }) =>
    node.type === 'Number' && !isExact(node, text)
      ? [{ path, message: 'is a number too large to be sent as it is written. Use a smaller one, or a text.' }]
      : [],
  );
}

function isExact({ value, loc: { start, end } }: NumberNode, text: string): boolean {
  if (Number.isSafeInteger(value)) return true;
  if (!Number.isFinite(value)) return false;
  const written = text.slice(start.offset, end.offset);
  return !/^-?\d+$/.test(written) || written === String(value) || BigInt(written) === BigInt(value);
}
