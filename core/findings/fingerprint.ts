/**
 * What a pass is bound to: when any of it changes, passes are counted anew. Formatting of the manifest, the order of
 * its keys and its other cases are no part of it. Source: manifest specification, V-4.
 */

import { createHmac } from 'node:crypto';
import type { ManifestCase } from '../manifest/case.js';
import type { Rule, Target } from '../model.js';
import { canonical } from '../schema/keywords.js';
import type { TargetFile } from './target-files.js';

const MANIFEST_VERSION = 1;

export interface Verified {
  readonly case: ManifestCase;
  /** Milliseconds one request may take. */
  readonly timeoutMs: number;
  readonly target: Target;
  /** What the target's command runs; none for an endpoint. */
  readonly files: readonly TargetFile[];
  /** The program that evaluates, down to its bytes. */
  readonly evaluator: string;
  /** The rules that judged, as they were set: one that is turned off lets more pass. */
  readonly rules: Iterable<Pick<Rule, 'id' | 'family' | 'toggle' | 'options'>>;
}

/** 64 hexadecimal digits. Salted, because arguments and commands are too easily guessed. */
export function caseFingerprint(verified: Verified, salt: Uint8Array): string {
  const { case: given, timeoutMs, target, files, evaluator, rules } = verified;
  const { id, probe, access, sandbox = null, sandboxDigest = null, fields } = given;
  const judged = [...rules]
    .filter(({ family }) => family === 'gate')
    .map(({ id: rule, toggle, options }) => [rule, toggle, options] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bound = {
    case: { id, probe, access, sandbox, fields },
    sandbox: sandboxDigest,
    manifest: MANIFEST_VERSION,
    timeoutMs,
    target: settingsOf(target),
    files,
    evaluator,
    judged,
  };
  return createHmac('sha256', salt).update(canonical(bound)).digest('hex');
}

/** Headers by name alone: a token that is renewed leaves the endpoint the same, however it was got. */
function settingsOf(target: Target): object {
  if (target.kind === 'http')
    return {
      url: target.url,
      headers: [...Object.keys(target.headers ?? {}), ...(target.oauth === undefined ? [] : ['authorization'])]
        .map((name) => name.toLowerCase())
        .toSorted(),
    };
  const { command, env = {}, cwd = null } = target;
  return { command, env, cwd };
}
