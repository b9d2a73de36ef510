/** Which tools may be called without arguments to draft a manifest. Source: manifest specification, I-2. */

import { UsageError } from '../errors.js';
import { whyLeftOut } from '../header-marks.js';
import { isObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { ListedTool } from './case.js';

export type Decision =
  | 'not-selected'
  | 'destructive'
  | 'writer'
  | 'left-out'
  | 'needs-arguments'
  | 'read-only'
  | 'attested'
  | 'needs-attestation';

export interface ToolDecision {
  readonly tool: ListedTool;
  readonly decision: Decision;
}

export interface Choice {
  /** Names of the tools to look at; left out: all. */
  readonly tools?: readonly string[] | undefined;
  /** The operator says that tools which do not declare that they write are read-only. */
  readonly confirmReadOnly: boolean;
  /** Arguments are repeated in headers, so a tool with an invalid mark for that is not called. */
  readonly repeatsArguments?: boolean;
}

/** Each decision in words, for a line that begins with the tool's name. */
export const DECISION_WORDS: Readonly<Record<Decision, string>> = {
  'not-selected': 'is left out: it is not among the selected tools',
  destructive: 'is left out: it declares destructiveHint true',
  writer: 'is left out: it declares readOnlyHint false',
  'left-out': 'is left out, as clients over HTTP do: a mark x-mcp-header in its input schema is invalid',
  'needs-arguments': 'is left out: it has required arguments',
  'read-only': 'is called once: it declares readOnlyHint true',
  attested: 'is called once: you vouch that it only reads',
  'needs-attestation': 'is left out: it does not say that it only reads. --confirm-read-only vouches for such tools',
};

export function isCandidate({ decision }: ToolDecision): boolean {
  return decision === 'read-only' || decision === 'attested';
}

/**
 * What is done with each tool; the first reason that applies is the one that counts.
 * @throws UsageError with every selected tool that is not listed, or may not be called
 */
export function decide(tools: readonly ListedTool[], choice: Choice): readonly ToolDecision[] {
  const decided = tools.map((tool) => ({ tool, decision: decisionFor(tool, choice) }));
  const problems = (choice.tools ?? []).flatMap((name) => {
    const found = decided.find(({ tool }) => tool.name === name);
    if (found === undefined) {
      const names = tools.map((tool) => tool.name);
      return [`--tool ${name}: the server lists no such tool.${didYouMean(name, names)}`];
    }
    return isCandidate(found) ? [] : [`--tool ${name}: it ${DECISION_WORDS[found.decision]}.`];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return decided;
}

function decisionFor(
  { name, entry }: ListedTool,
  { tools, confirmReadOnly, repeatsArguments = false }: Choice,
): Decision {
  if (tools !== undefined && !tools.includes(name)) return 'not-selected';
  const { readOnlyHint, destructiveHint } = isObject(entry['annotations']) ? entry['annotations'] : {};
  if (destructiveHint === true) return 'destructive';
  if (readOnlyHint === false) return 'writer';
  const schema = isObject(entry['inputSchema']) ? entry['inputSchema'] : {};
  if (repeatsArguments && whyLeftOut(schema) !== undefined) return 'left-out';
  const { required } = schema;
  if (Array.isArray(required) && required.length > 0) return 'needs-arguments';
  if (readOnlyHint === true) return 'read-only';
  return confirmReadOnly ? 'attested' : 'needs-attestation';
}
