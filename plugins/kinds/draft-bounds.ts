/** Bounds for a drafted case: room above what was measured, and never outside what a manifest may say. */

/** A whole number between two others, both included. */
export function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The next multiple of `step` that is not below. */
export function roundedUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
