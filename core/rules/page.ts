import { readPlainFile } from '../load/plain-file.js';
import type { Rule } from '../model.js';
import { builtInRuleFile } from './package-files.js';

/** A page longer than any written by hand is cut. In bytes. */
const MAX_PAGE = 100_000;

/**
 * The Markdown page of a rule: the one beside its file, or the one that ships for a built-in rule. Undefined when there
 * is none. Pages of packs are foreign text; whoever shows one makes it harmless first.
 */
export async function pageOf({ id, page }: Pick<Rule, 'id' | 'page'>): Promise<string | undefined> {
  const path = page ?? (await builtInRuleFile(id, 'md'));
  if (path === undefined) return undefined;
  try {
    return readPlainFile(path, { cut: MAX_PAGE });
  } catch {
    return undefined;
  }
}
