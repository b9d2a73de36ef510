/** The list, starting with element `index mod length`: "pick from a list" in scorecard specification 1.2, with the others to fall back on. */
export function rotate<T>(list: readonly T[], index: number): readonly T[] {
  const start = list.length === 0 ? 0 : index % list.length;
  return start === 0 ? list : [...list.slice(start), ...list.slice(0, start)];
}
