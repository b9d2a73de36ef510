/** A finding: something about one tool of one server that somebody says is wrong, until cases show that it no longer is. Source: manifest specification, 4.6 and 4.11. */

import { createHash } from 'node:crypto';

export const FINDING_STATES = ['open', 'fix-claimed', 'verifying', 'closed'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const FINDING_CLASSES = [
  'unstable-error-code',
  'false-success',
  'blocked-optimal-path',
  'recovers-on-retry',
  'retry-did-not-recover',
  'recurring-error',
] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

export const FINDING_SCHEMA = 'toolscore.finding/v1';
export const FINDING_ID = /^finding-[0-9a-f]{16}$/;

/** As its file has it. */
export interface Finding {
  readonly schema: typeof FINDING_SCHEMA;
  readonly id: string;
  /** Label of the server. */
  readonly server: string;
  readonly tool: string;
  readonly class: FindingClass;
  readonly state: FindingState;
  /** Passes of one unchanged case, one after the other. */
  readonly streak: number;
  /** Id of the case that was run last, and the salted fingerprint that its passes are bound to; null before the first. */
  readonly case: string | null;
  readonly fingerprint: string | null;
  /** Ids of the runs that counted last, the latest at the end: none counts twice. */
  readonly runs: readonly string[];
  /** UTC. */
  readonly opened_at: string;
  readonly updated_at: string;
}

export interface FindingSubject {
  readonly server: string;
  readonly tool: string;
  /** Of findings from captured traffic; empty for those that people open. */
  readonly code?: string;
  readonly templateId?: string;
}

/** The same for the same subject, always. Each part is preceded by its length, so that no two subjects read alike. */
export function findingId({ server, tool, code = '', templateId = '' }: FindingSubject): string {
  const hash = createHash('sha256');
  for (const part of [server, tool, code, templateId]) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hash.update(length).update(bytes);
  }
  return `finding-${hash.digest('hex').slice(0, 16)}`;
}

/** A finding as it begins. */
export function openedFinding(subject: FindingSubject, findingClass: FindingClass, now: string): Finding {
  return {
    schema: FINDING_SCHEMA,
    id: findingId(subject),
    server: subject.server,
    tool: subject.tool,
    class: findingClass,
    state: 'open',
    streak: 0,
    case: null,
    fingerprint: null,
    runs: [],
    opened_at: now,
    updated_at: now,
  };
}
