import type { SubjectRef } from './model.js';

/** Who a subject is where otherwise tools are named. */
export function ownerOf({ kind, name }: SubjectRef): string {
  return kind === 'server' && !name.startsWith('<') ? '<server>' : name;
}
