import type { Severity } from '../../core/index.js';
import { html, type Markup } from './html.js';

/** What the filter knows of an entry. */
export interface Marks {
  /** Numbers of those it is about. */
  readonly owners: readonly number[];
  readonly severities: readonly Severity[];
  readonly counted: readonly boolean[];
  /** Something in it asks to be repaired. */
  readonly failing: boolean;
}

/** Attributes of an entry that can be filtered. */
export function marks({ owners, severities, counted, failing }: Marks): Markup {
  const kinds = severities.length === 0 ? undefined : html` data-s="${severities.join(' ')}"`;
  const counts = counted.map((one) => (one ? 'yes' : 'no')).join(' ');
  return html`data-o="${owners.join(' ')}"${kinds} data-c="${counts}"${failing ? html` data-f` : undefined}`;
}

const WORDS = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  pass: 'Pass',
  fail: 'Fail',
  inconclusive: 'Inconclusive',
  skipped: 'Skipped',
};

/** A word with a colour and a sign of its own. */
export function chip(kind: keyof typeof WORDS): Markup {
  return html`<span class="chip ${kind}">${WORDS[kind]}</span>`;
}
