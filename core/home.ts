/** Where toolscore keeps files of its own: the journal of calls, the findings, and the salt that both are hashed with. */

import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { LocalError } from './errors.js';
import { makeFolder } from './make-folder.js';

const SALT_BYTES = 32;

/** The folder: `TOOLSCORE_HOME`, or `.toolscore` in the user's home. Nothing is made here. */
export function homeFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const given = environment['TOOLSCORE_HOME'] ?? '';
  return given.trim() === '' ? join(homedir(), '.toolscore') : resolve(given);
}

/** Makes a folder, and those above it, for its owner alone. @throws LocalError when it cannot be made */
export function makeOwnFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new LocalError(
      `${folder}  cannot be made: ${reasonOf(error)} Set TOOLSCORE_HOME to a folder that can be written.`,
    );
  }
}

/**
 * The 32 bytes that hashes in this home are salted with, made when there are none. Whoever is first wins: the file
 * gets its name only when it is whole, and a name that is taken is not taken again.
 * @throws LocalError when the file cannot be read or made, or is no salt
 */
export function saltOf(home: string): Uint8Array {
  const file = join(home, 'salt');
  const salt = read(file) ?? make(home, file);
  if (salt.length === SALT_BYTES) return salt;
  throw new LocalError(
    `${file}  holds ${salt.length} bytes instead of ${SALT_BYTES}. Remove it: a new one is made, and counting of verified passes starts anew.`,
  );
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new LocalError(`${file}  cannot be read: ${reasonOf(error)}`);
  }
}

function make(home: string, file: string): Buffer {
  makeOwnFolder(home);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(SALT_BYTES), { flag: 'wx', mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    // Not what was written here: another process may have been first.
    return readFileSync(file);
  } catch (error) {
    throw new LocalError(`${file}  cannot be made: ${reasonOf(error)}`);
  }
}

/** What the system says, as the end of a sentence that begins with the file's name. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'there is a file of that name',
    EISDIR: 'it is a folder',
  };
  return `${known[code ?? ''] ?? message}.`;
}
