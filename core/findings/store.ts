/** The findings of this home: one file each, changed by one process at a time. */

import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError, UsageError } from '../errors.js';
import { makeOwnFolder, reasonOf } from '../home.js';
import { withLock } from '../lock.js';
import { didYouMean } from '../nearest.js';
import {
  type Finding,
  FINDING_ID,
  type FindingClass,
  findingId,
  type FindingState,
  type FindingSubject,
  openedFinding,
} from './finding.js';
import { type CaseResult, claimed, withResult } from './lifecycle.js';
import { readFinding } from './read-finding.js';

/** Everything here throws LocalError when a file cannot be read or written. */
export class FindingStore {
  readonly #folder: string;

  /** `home`: the folder of toolscore's own files. */
  constructor(home: string) {
    this.#folder = join(home, 'findings');
  }

  /** All findings, or those in one state, in the order of their ids. */
  async list(state?: FindingState): Promise<readonly Finding[]> {
    const all = await Promise.all((await this.#ids()).map((id) => this.#read(id)));
    return all.filter((one): one is Finding => one !== undefined && (state === undefined || one.state === state));
  }

  /** @throws UsageError when there is no such finding */
  async get(id: string): Promise<Finding> {
    if (!FINDING_ID.test(id))
      throw new UsageError(
        'The id of a finding is "finding-" and 16 hexadecimal digits. List them: toolscore findings',
      );
    const finding = await this.#read(id);
    if (finding !== undefined) return finding;
    throw new UsageError(
      `There is no finding ${id}.${didYouMean(id, await this.#ids())} List them with: toolscore findings`,
    );
  }

  /**
   * Opens a finding about a tool. One that is closed is opened again, from the start.
   * @throws UsageError when it is there and not closed
   */
  open(subject: FindingSubject, findingClass: FindingClass, now: string): Promise<Finding> {
    const id = findingId(subject);
    return this.#alone(async () => {
      const before = await this.#read(id);
      if (before !== undefined && before.state !== 'closed')
        throw new UsageError(
          `${id} is about that tool already, in state ${before.state} and of class ${before.class}.`,
        );
      const opened = openedFinding(subject, findingClass, now);
      // Runs that counted before count no second time.
      return this.#write(before === undefined ? opened : { ...opened, runs: before.runs });
    });
  }

  /** Takes somebody's word that it is repaired. @throws UsageError when there is no such finding, or it is not open */
  claim(id: string, now: string): Promise<Finding> {
    return this.#change(id, (finding) => {
      const after = claimed(finding, now);
      if (after !== undefined) return after;
      throw new UsageError(`${id} is in state ${finding.state}; only an open finding can be claimed to be fixed.`);
    });
  }

  /** Counts a completed run of a case. @throws UsageError when there is no such finding */
  record(id: string, result: CaseResult): Promise<Finding> {
    return this.#change(id, (finding) => withResult(finding, result));
  }

  /** Reads anew under the lock: another process may have changed it since. */
  #change(id: string, change: (finding: Finding) => Finding): Promise<Finding> {
    return this.#alone(async () => this.#write(change(await this.get(id))));
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    makeOwnFolder(this.#folder);
    return withLock(join(this.#folder, 'findings.lock'), work);
  }

  async #ids(): Promise<readonly string[]> {
    try {
      const names = (await readdir(this.#folder)).map((name) => /^(.*)\.json$/.exec(name)?.[1] ?? '');
      return names.filter((name) => FINDING_ID.test(name)).toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new LocalError(`${this.#folder}  cannot be read: ${reasonOf(error)}`);
    }
  }

  async #read(id: string): Promise<Finding | undefined> {
    const file = this.#fileOf(id);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new LocalError(`${file}  cannot be read: ${reasonOf(error)}`);
    }
    const finding = readFinding(text);
    if (finding?.id === id) return finding;
    throw new LocalError(`${file}  holds no finding that this version can read. Repair it, or remove it.`);
  }

  /** Whole or not at all, so that nobody ever reads half of one. */
  async #write(finding: Finding): Promise<Finding> {
    const file = this.#fileOf(finding.id);
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(finding, undefined, 2)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      return finding;
    } catch (error) {
      await unlink(draft).catch(() => {});
      throw new LocalError(`${file}  cannot be written: ${reasonOf(error)}`);
    }
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
