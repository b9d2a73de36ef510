import type { Severity } from '../../core/index.js';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 3.27.10. What does not count is a note, however severe. */
export function levelOf({ severity, counted }: { readonly severity: Severity; readonly counted: boolean }): string {
  return counted ? LEVELS[severity] : 'note';
}
