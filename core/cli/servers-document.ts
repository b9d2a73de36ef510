/** The JSON document over many servers. It grows on disk while they are graded, so that no report has to be kept. */

import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalError } from '../errors.js';
import { reasonOf } from '../home.js';
import type { JsonObject } from '../json.js';
import { makeFolder } from '../make-folder.js';
import { jsonText } from '../text/json.js';

export type DocumentEntry = { readonly name: string } & ({ readonly report: JsonObject } | { readonly error: string });

export class ServersDocument {
  readonly #path: string;
  readonly #folder: string;
  readonly #draft: string;
  readonly #remove = (): void => rmSync(this.#folder, { recursive: true, force: true });
  #empty = true;

  /** `path`: a file, or `-` for standard output. Nothing is there before `finish`. */
  constructor(path: string) {
    this.#path = path;
    this.#folder = mkdtempSync(join(tmpdir(), 'toolscore-'));
    this.#draft = join(this.#folder, 'servers.json');
    // Also after Ctrl+C.
    process.on('exit', this.#remove);
  }

  /** Adds one server behind the others. @throws LocalError when there is no room */
  async add(entry: DocumentEntry): Promise<void> {
    const begin = this.#empty ? '{\n  "servers": [\n    ' : ',\n    ';
    this.#empty = false;
    // Line ends in texts are escaped, so these are all between members.
    const text = jsonText(entry).trimEnd().replaceAll('\n', '\n    ');
    await local(this.#path, appendFile(this.#draft, begin + text, { mode: 0o600 }));
  }

  /** Puts the document where it belongs. @throws LocalError when that cannot be written */
  async finish(): Promise<void> {
    await local(this.#path, appendFile(this.#draft, this.#empty ? '{\n  "servers": []\n}\n' : '\n  ]\n}\n'));
    if (this.#path === '-') {
      for await (const part of createReadStream(this.#draft))
        await new Promise<void>((done) => process.stdout.write(part as Buffer, () => done()));
    } else {
      await local(
        this.#path,
        Promise.resolve().then(() => makeFolder(dirname(this.#path))),
      );
      await local(this.#path, writeFile(this.#path, createReadStream(this.#draft)));
    }
  }

  /** Removes what is left of making it. */
  close(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

async function local(path: string, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw new LocalError(`${path}  cannot be written: ${reasonOf(error)}`);
  }
}
