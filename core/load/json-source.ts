/** JSON with positions, in the form that YAML files are read in. Comments and trailing commas are tolerated: editors write them into their own files. */

import type { MemberNode, ValueNode } from '@humanwhocodes/momoa';
import type { Path } from '../origin.js';
import type { YamlFile } from '../yaml.js';

/** As in YAML files: deeper than anything a person writes, and shallow enough for whatever walks the value. */
const MAX_DEPTH = 64;

/** Parses JSON; names such as `__proto__` become ordinary members, and a name that stands twice is a problem. */
export async function parseJson(text: string, source: string): Promise<YamlFile> {
  const { parse } = await import('@humanwhocodes/momoa');
  const problems: string[] = [];
  try {
    const root = parse(text.replace(/^\uFEFF/, ''), { mode: 'jsonc', allowTrailingCommas: true }).body;
    const value = valueOf(root, 0, (member) => {
      const { line, column } = member.loc.start;
      problems.push(`${source}:${line}:${column}  this key stands twice in one object. Keep one of the two.`);
    });
    return { value, locate: (path, atKey) => ({ source, ...positionOf(root, path, atKey ?? false) }), problems };
  } catch (error) {
    return { value: undefined, locate: () => ({ source }), problems: [syntaxProblem(error, source, text)] };
  }
}

function syntaxProblem(error: unknown, source: string, text: string): string {
  // The parser's own recursion ends the same way, only later.
  if (error instanceof RangeError) return `${source}  nested more than ${MAX_DEPTH} levels deep. Flatten it.`;
  if (text.trim() === '') return `${source}:1:1  not JSON: the file is empty.`;
  const { line, column, message } = error as { line?: number; column?: number; message: string };
  const what = message.replace(/\s*\(\d+:\d+\)$/, '').replace(/\.$/, '');
  const lines = text.split('\n');
  // Of a text that ends too early, the parser does not say where its end is.
  const place = what.includes('end of input') ? [lines.length, (lines.at(-1)?.length ?? 0) + 1] : [line, column];
  return `${[source, ...place].filter((part) => part !== undefined).join(':')}  not JSON: ${what}.`;
}

/** The name of a member, its escapes resolved. */
export const nameOf = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name);

function valueOf(node: ValueNode, depth: number, repeated: (member: MemberNode) => void): unknown {
  if (depth > MAX_DEPTH) throw new RangeError();
  if (node.type === 'Array') return node.elements.map(({ value }) => valueOf(value, depth + 1, repeated));
  if (node.type === 'Object') {
    const object = {};
    for (const member of node.members) {
      const name = nameOf(member);
      if (Object.hasOwn(object, name)) repeated(member);
      const value = valueOf(member.value, depth + 1, repeated);
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  }
  return 'value' in node ? node.value : null;
}

/** Where the last step of `path` that exists stands in the text. */
export function positionOf(root: ValueNode, path: Path, atKey: boolean): { line: number; column: number } {
  let node = root;
  let shown: MemberNode | ValueNode = root;
  for (const [depth, step] of path.entries()) {
    const member: MemberNode | undefined =
      node.type === 'Object' ? node.members.findLast((one) => nameOf(one) === step) : undefined;
    const next = member?.value ?? (node.type === 'Array' ? node.elements[Number(step)]?.value : undefined);
    if (next === undefined) break;
    shown = member !== undefined && atKey && depth === path.length - 1 ? member : next;
    node = next;
  }
  const { line, column } = shown.loc.start;
  return { line, column };
}
