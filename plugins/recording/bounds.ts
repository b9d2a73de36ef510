import { isObject } from '../../core/index.js';

/** Why a value cannot be kept whole, in words; undefined when it can. Iterative: servers send values nested thousands deep. */
export function whyTooLarge(
  value: unknown,
  { part, depth }: { readonly part: number; readonly depth: number },
): string | undefined {
  let bytes = 0;
  let level: unknown[] = [value];
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > depth) return `nested more than ${depth} deep`;
    const next: unknown[] = [];
    for (const one of level) {
      bytes += sizeOf(one);
      if (bytes > part) return `more than ${part / 1024} KiB`;
      if (Array.isArray(one)) for (const member of one as readonly unknown[]) next.push(member);
      else if (isObject(one))
        for (const name of Object.keys(one)) {
          bytes += Buffer.byteLength(name) + 4;
          next.push(one[name]);
        }
    }
    level = next;
  }
  return undefined;
}

/** Bytes of one value without its members, about as JSON writes them. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3;
  return typeof value === 'number' ? 8 : 4;
}
