/** Reads manifests. Nothing in what it says about a broken one is a value of it. Source: manifest specification, 1. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { deepFreeze, isObject, type JsonObject } from '../json.js';
import { whyUnreadable } from '../load/source.js';
import type { Path } from '../origin.js';
import { shownPath } from '../shown-path.js';
import type { Manifest, ManifestCase } from './case.js';
import { caseSection, checkCase } from './check-case.js';
import { checkMembers } from './composite-fields.js';
import type { KindDeclaration, Kinds } from './declaration.js';
import { documentFields } from './document-fields.js';
import { fieldValues } from './field-values.js';
import { ManifestProblems } from './problems.js';
import { MAX_MANIFEST_BYTES, readManifestSource } from './source.js';

/**
 * Reads a manifest file; `path` is found from `cwd`.
 * @throws UsageError with everything that is wrong with it
 */
export async function loadManifest(path: string, cwd: string, kinds: Kinds): Promise<Manifest> {
  const file = resolve(cwd, path);
  const source = shownPath(file, cwd);
  let bytes: Uint8Array;
  try {
    bytes = await readBounded(file);
  } catch (error) {
    const why = whyUnreadable(error);
    const help = (error as NodeJS.ErrnoException).code === 'ENOENT' ? HOW_TO_BEGIN : '';
    throw new UsageError(`${source}  ${why}${help}`);
  }
  return parseManifest(bytes, source, kinds);
}

const HOW_TO_BEGIN = ' Draft one with:  toolscore init --server LABEL -- SERVER COMMAND';

/** One byte more than is allowed at most, so that what is too large is seen without being read. */
async function readBounded(file: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(file, { end: MAX_MANIFEST_BYTES })) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/**
 * Reads the bytes of a manifest; `source` names them in messages.
 * @throws UsageError with every independent problem, one line each
 */
export async function parseManifest(bytes: Uint8Array, source: string, kinds: Kinds): Promise<Manifest> {
  const { value, locate, problems: repeated } = await readManifestSource(bytes, source);
  const problems = new ManifestProblems(locate);
  for (const { path, message } of repeated) addOfText(value, path, message, problems);
  checkDocument(value, kinds, problems);
  if (problems.any) throw new UsageError(problems.lines);

  const { timeout_ms: timeout, sandboxes, probes } = value as JsonObject;
  return deepFreeze({
    timeoutMs: typeof timeout === 'number' ? timeout : undefined,
    sandboxes: isObject(sandboxes) ? Object.keys(sandboxes) : [],
    cases: (probes as readonly JsonObject[]).map((one, index) =>
      withSandbox(
        caseFrom(
          one,
          index,
          kinds.get(one['probe'] as string) as KindDeclaration,
          locate(['probes', index, 'id'], true),
        ),
        sandboxes,
      ),
    ),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}

/** Inside a case, it is the case's problem. */
function addOfText(value: unknown, path: Path, message: string, problems: ManifestProblems): void {
  const [first, index, ...rest] = path;
  const cases = isObject(value) ? value['probes'] : undefined;
  if (first === 'probes' && typeof index === 'number' && Array.isArray(cases))
    problems.addOfText(rest, message, caseSection(cases[index], index));
  else problems.addOfText(path, message);
}

function checkDocument(value: unknown, kinds: Kinds, problems: ManifestProblems): void {
  const add = problems.section();
  if (!isObject(value)) return add([], 'a manifest is an object with version and probes', 'shape');
  checkMembers(value, documentFields, [], (at, message, stage = 'bounds') => add(at, message, stage));
  const { sandboxes = null, probes } = value;
  if (!Array.isArray(probes)) return;
  const declared = sandboxes === null ? [] : isObject(sandboxes) ? Object.keys(sandboxes) : undefined;
  const context = { kinds, sandboxes: declared && new Set(declared), ids: new Map<string, number>(), problems };
  for (const [index, one] of probes.entries()) if (!problems.isFull) checkCase(one, index, context);
}

function caseFrom(
  value: JsonObject,
  index: number,
  kind: KindDeclaration,
  { line = 1 }: { readonly line?: number },
): ManifestCase {
  const fields = fieldValues(kind, value);
  const own = fields['tool'];
  const tools = kind.tools?.(fields as never) ?? (typeof own === 'string' ? [own] : []);
  return {
    id: value['id'] as string,
    probe: value['probe'] as string,
    access: value['access'] as ManifestCase['access'],
    sandbox: (value['sandbox'] ?? undefined) as string | undefined,
    fields,
    tools: [...new Set(tools)],
    primaryTool: kind.hasPrimaryTool === false ? null : (tools[0] ?? null),
    index,
    line,
  };
}

/** What is noted of its sandbox shows as a digest only: enough to see that it is another one. */
function withSandbox(one: ManifestCase, sandboxes: unknown): ManifestCase {
  if (one.sandbox === undefined || !isObject(sandboxes)) return one;
  const noted = JSON.stringify(sandboxes[one.sandbox]);
  return { ...one, sandboxDigest: createHash('sha256').update(noted).digest('hex') };
}
