import type { JudgeInput, Judgement } from '../hooks.js';

/**
 * Judges a rule in code.
 * @throws whatever the rule throws, or an Error when it answers anything but true or false: a promise would always count
 * as true
 */
export function judgeCode({ rule, observation }: JudgeInput): Judgement | undefined {
  const fires: unknown = rule.judge?.(observation.data, rule.options);
  if (typeof fires !== 'boolean')
    throw new Error(`its judge must return true or false, and returned ${describe(fires)}`);
  return { fires };
}

function describe(value: unknown): string {
  if (value instanceof Promise) {
    // Nobody waits for it; its failure must not end the process.
    value.catch(() => {});
    return 'a promise';
  }
  return value === null ? 'null' : typeof value;
}
