import type { ShownTarget, Target } from './model.js';
import { redactorFor } from './secrets.js';

/** The target with every secret replaced. */
export function shownTarget(target: Target): ShownTarget {
  const redact = redactorFor(target);
  if (target.kind === 'http')
    return {
      kind: 'http',
      url: redact(target.url),
      headers: [...Object.keys(target.headers ?? {}), ...(target.oauth === undefined ? [] : ['Authorization'])],
    };
  return {
    kind: 'stdio',
    command: target.command.map(redact),
    env: Object.keys(target.env ?? {}),
    cwd: target.cwd,
  };
}
