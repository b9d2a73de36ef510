/** Variables in client config files, as the clients that read these files know them. */

import { homedir } from 'node:os';
import { basename, sep } from 'node:path';

/** What variables stand for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folder of the project that the file belongs to. */
  readonly workspace: string;
}

export interface Expanded {
  readonly text: string;
  /** What could not be filled in, each a sentence. The value of a variable is never in it. */
  readonly problems: readonly string[];
}

/** Fills in `${VAR}`, `${VAR:-default}`, `${env:VAR}` and the folders that editors know. What a variable holds is not expanded again. */
export function expand(text: string, surroundings: Surroundings): Expanded {
  const problems: string[] = [];
  const filled = text.replaceAll(/\$\{([^}]*)\}/g, (written, inner: string) => {
    const found = valueOf(inner, surroundings);
    if (typeof found === 'string') return found;
    problems.push(`uses ${written}, ${found.problem}`);
    return written;
  });
  return { text: filled, problems };
}

function valueOf(inner: string, { env, workspace }: Surroundings): string | { readonly problem: string } {
  const folders = new Map([
    ['workspaceFolder', workspace],
    ['workspaceFolderBasename', basename(workspace)],
    ['userHome', homedir()],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
  const folder = folders.get(inner);
  if (folder !== undefined) return folder;
  const [, name, fallback] = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner) ?? [];
  if (name === undefined) {
    const asked = inner.startsWith('input:') ? 'which an editor asks for while it runs' : 'which is no variable';
    return { problem: `${asked}. Use \${env:NAME} and set NAME.` };
  }
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  // As in a shell, the default also stands in for an empty value.
  if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
  return value ?? { problem: `and the variable ${name} is not set. Set it, or write \${${name}:-default}.` };
}
