/** Where in a repository a finding is shown: code scanning and annotations of a pull request want a file and a line. */

import { resolve } from 'node:path';
import { fileUri, type ReportInput, type SubjectRef } from '../../core/index.js';
import { namesIn } from './lines.js';
import { partsBelow, repositoryRoot } from './root.js';
import { isFile, scriptOf } from './script.js';

export interface Place {
  /** Absolute path. */
  readonly file: string;
  /** From 1; left out when nobody knows. */
  readonly line?: number;
}

/** What there is in most repositories, by language. The last one stands for the repository when it has none of them. */
const PROJECT_FILES = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'README.md',
] as const;

/** Finds places as long as a report is written; files are read once, and only when asked for. */
export class Places {
  readonly #root: string;
  readonly #script: string | undefined;
  readonly #otherwise: Place;
  #names: ReadonlyMap<string, number> | undefined;

  /** `cwd`: where the run was started, in the repository of the server. */
  constructor({ target, declaredIn }: Pick<ReportInput, 'target' | 'declaredIn'>, cwd: string) {
    this.#root = repositoryRoot(cwd);
    this.#script = scriptOf(target, cwd, this.#root);
    const { source, line } = declaredIn ?? {};
    const declared = source === undefined ? undefined : resolve(cwd, source);
    this.#otherwise =
      declared !== undefined && partsBelow(this.#root, declared) !== undefined && isFile(declared)
        ? { file: declared, ...(line !== undefined && { line }) }
        : { file: projectFile(cwd, this.#root) };
  }

  /**
   * The script of the server, on the line where it names the tool; else where a config names the server; else a file that
   * stands for the project. Always in the repository, or in the folder of the run when that is none.
   */
  of({ kind, name }: SubjectRef): Place {
    if (this.#script === undefined) return this.#otherwise;
    this.#names ??= namesIn(this.#script);
    const line = kind === 'tool' ? this.#names.get(name) : undefined;
    return { file: this.#script, ...(line !== undefined && { line }) };
  }

  /** From the root of the repository, percent-encoded. */
  uri({ file }: Place): string {
    return fileUri(file, this.#root);
  }

  /** From the root of the repository, as it is. */
  path({ file }: Place): string {
    return (partsBelow(this.#root, file) ?? [file]).join('/');
  }
}

function projectFile(cwd: string, root: string): string {
  const found = [cwd, root].flatMap((folder) => PROJECT_FILES.map((name) => resolve(folder, name))).find(isFile);
  return found ?? resolve(cwd, 'README.md');
}
