/** Reads what users write in YAML (JSON included): bounded, data only, and every problem with its line and column. */

import type { Document, LineCounter, Node, Pair } from 'yaml';
import type { Locate, Path } from './origin.js';
import type { Origin } from './model.js';

/** Longer files are refused: nothing that a person writes by hand comes near. In UTF-16 units. */
const MAX_LENGTH = 131_072;
/** The composer is recursive, and running out of stack inside a regular expression ends Node itself. */
const MAX_DEPTH = 64;
/** Parts that all aliases together may stand for. */
const MAX_ALIASES = 100;
/** One slip can cause hundreds of follow-up errors; nobody reads more. */
const MAX_ERRORS = 10;

export interface YamlFile {
  /** Undefined when the text could not be understood. With a key that stands twice there are both, a value and a problem. */
  readonly value: unknown;
  readonly locate: Locate;
  /** Each `source:line:column  what is wrong`. */
  readonly problems: readonly string[];
}

/**
 * Parses YAML 1.2 with the core schema: no tags of its own, no merge keys, keys are text and each stands once.
 * `source` names the file in problems.
 */
export async function parseYaml(text: string, source: string): Promise<YamlFile> {
  if (text.length > MAX_LENGTH)
    return refused(source, `the file has ${text.length} characters; at most ${MAX_LENGTH} are read.`);
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text.replace(/^\uFEFF/, ''))];
  const deep = tokens.map(tooDeep).find((offset) => offset !== undefined);
  if (deep !== undefined)
    return refused(source, `nested more than ${MAX_DEPTH} levels deep. Flatten it.`, at(lines, deep));

  const composer = new yaml.Composer({
    version: '1.2',
    schema: 'core',
    stringKeys: true,
    merge: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const documents = [...composer.compose(tokens, true, text.length)];
  const [document] = documents;
  if (document === undefined) return refused(source, 'the file is empty.');
  const locate = locator(yaml, document as Document.Parsed, lines, source);
  const faults = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const found = faults.map(({ pos, message, code }) => ({ offset: pos[0], message: wording(code, message) }));
  const second = documents[1]?.range[0];
  if (second !== undefined)
    found.push({ offset: second, message: 'a second document starts here. Put one document into a file.' });
  found.sort((a, b) => a.offset - b.offset);
  const all = found.map(({ offset, message }) => problem(source, at(lines, offset), message));
  const problems = shorten(all, source);
  // A repeated key still leaves a value, so that whatever else is wrong with it can be told in the same go.
  const readable = second === undefined && faults.every(({ code }) => code === 'DUPLICATE_KEY');
  if (!readable) return { value: undefined, locate, problems };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, locate, problems };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const lost = offsetOfLostAlias(yaml, document as Document.Parsed);
    if (lost !== undefined) return refused(source, wording('', message), at(lines, lost));
    return refused(source, `aliases stand for too much: ${message}. Write the values out.`);
  }
}

type Yaml = typeof import('yaml');
interface Token {
  readonly offset?: number;
  readonly value?: unknown;
  readonly items?: readonly { readonly key?: unknown; readonly value?: unknown }[];
}

/** Where a token tree passes the depth limit. Iterative: this is what keeps the recursive composer safe. */
function tooDeep(root: unknown): number | undefined {
  const open: [token: Token, depth: number][] = [[root as Token, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if (depth > MAX_DEPTH) return token.offset ?? 0;
    const inside = [token.value, ...(token.items ?? []).flatMap(({ key, value }) => [key, value])];
    for (const part of inside) if (typeof part === 'object' && part !== null) open.push([part as Token, depth + 1]);
  }
  return undefined;
}

/** The parser's own words where they help a reader; ours where they speak of its insides. */
function wording(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key stands twice in one object. Keep one of the two.';
  if (code === 'NON_STRING_KEY') return 'a key here is not text. Put it into quotes.';
  if (code === 'TAG_RESOLVE_FAILED')
    return `${message.replace(/^Unresolved tag: /, 'the tag ')} is not known. Only plain data is read: remove the tag.`;
  return `not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
}

/** Where an alias stands whose anchor does not come before it. */
function offsetOfLostAlias(yaml: Yaml, document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  yaml.visit(document, {
    Alias(_, node) {
      if (node.resolve(document) !== undefined) return undefined;
      offset = node.range?.[0];
      return yaml.visit.BREAK;
    },
  });
  return offset;
}

function locator(yaml: Yaml, document: Document.Parsed, lines: LineCounter, source: string): Locate {
  return (path, atKey = false) => {
    const start = offsetOf(yaml, document, path, atKey);
    return start === undefined ? { source } : { source, ...at(lines, start) };
  };
}

function offsetOf(yaml: Yaml, document: Document.Parsed, path: Path, atKey: boolean): number | undefined {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0];
  for (const [index, step] of path.entries()) {
    if (yaml.isAlias(node)) node = node.resolve(document) ?? null;
    let inner: unknown;
    if (yaml.isMap(node)) {
      // Of a key that stands twice, the last one counts.
      const pair = (node.items as Pair<Node, Node | null>[]).findLast(
        ({ key }) => yaml.isScalar(key) && String(key.value) === String(step),
      );
      if (pair === undefined) break;
      inner = (atKey && index === path.length - 1) || pair.value === null ? pair.key : pair.value;
    } else if (yaml.isSeq(node)) {
      inner = node.items[Number(step)];
      if (inner === undefined) break;
    } else break;
    node = inner as Node;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

function at(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function problem(source: string, { line, column }: { line: number; column: number }, message: string): string {
  return `${source}:${line}:${column}  ${message}`;
}

function shorten(problems: readonly string[], source: string): readonly string[] {
  const unique = [...new Set(problems)];
  if (unique.length <= MAX_ERRORS) return unique;
  return [...unique.slice(0, MAX_ERRORS), `${source}  has ${unique.length - MAX_ERRORS} more problems of this kind.`];
}

function refused(source: string, message: string, place = { line: 1, column: 1 }): YamlFile {
  const origin: Origin = { source };
  return { value: undefined, locate: () => origin, problems: [problem(source, place, message)] };
}
