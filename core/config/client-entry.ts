/** One server of a client config file, read part by part so that all that is wrong with it is told at once. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isObject, type JsonObject } from '../json.js';
import { quote, showPath, typeWords } from '../load/quote.js';
import { type Source, whyUnreadable } from '../load/source.js';
import type { Target } from '../model.js';
import { type Path, placeOf } from '../origin.js';
import { expand, type Surroundings } from './expand.js';

export class ClientEntry {
  readonly problems: string[] = [];
  readonly #source: Source;
  readonly #path: Path;
  readonly #entry: unknown;
  readonly #surroundings: Surroundings;

  constructor(source: Source, path: Path, entry: unknown, surroundings: Surroundings) {
    this.#source = source;
    this.#path = path;
    this.#entry = entry;
    this.#surroundings = surroundings;
  }

  /** Undefined when it names no server at all; look at `problems` in any case. */
  target(): Target | undefined {
    const entry = this.#entry;
    if (!isObject(entry)) {
      this.#problem([], `a server takes an object with "command" or "url"; found ${quote(entry)}.`);
      return undefined;
    }
    const { command, url } = entry;
    if ((command === undefined) === (url === undefined)) {
      this.#problem(
        [],
        `server "${this.#name}" takes exactly one of "command" and "url"; found ${command === undefined ? 'neither' : 'both'}.`,
      );
      return undefined;
    }
    return url === undefined ? this.#stdio(entry) : this.#http(entry);
  }

  #stdio(entry: JsonObject): Target {
    const command = this.#text(['command'], entry['command']);
    const args = this.#texts(entry['args']);
    const env = { ...this.#envFile(entry['envFile']), ...this.#members('env', entry['env']) };
    const cwd = entry['cwd'] === undefined ? undefined : this.#text(['cwd'], entry['cwd']);
    const { workspace } = this.#surroundings;
    return {
      kind: 'stdio',
      command: [command, ...args],
      cwd: cwd === undefined ? workspace : resolve(workspace, cwd),
      ...(Object.keys(env).length > 0 ? { env } : {}),
    };
  }

  #http(entry: JsonObject): Target {
    const url = this.#text(['url'], entry['url']);
    if (url !== '' && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      this.#problem(['url'], 'url takes a URL that begins with http:// or https://.');
    }
    const headers = this.#members('headers', entry['headers']);
    return { kind: 'http', url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
  }

  /** A text that is not empty, variables filled in. */
  #text(path: Path, value: unknown): string {
    if (typeof value === 'string' && value !== '') return this.#expand(path, value);
    this.#problem(path, `${showPath(path)} takes a text that is not empty; found ${quote(value)}.`);
    return '';
  }

  #texts(value: unknown): readonly string[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#problem(['args'], `args takes a list of texts; found ${quote(value)}.`);
      return [];
    }
    return (value as unknown[]).map((item, index) => {
      if (typeof item === 'string') return this.#expand(['args', index], item);
      this.#problem(['args', index], `args[${index}] takes a text; found ${quote(item)}.`);
      return '';
    });
  }

  /** Texts by name. Their values are secrets, so what is wrong with them is said without them. */
  #members(key: 'env' | 'headers', value: unknown): Record<string, string> {
    if (value === undefined) return {};
    if (!isObject(value)) {
      this.#problem([key], `${key} takes an object of texts; found ${typeWords(value)}.`);
      return {};
    }
    const texts: [string, string][] = [];
    for (const [name, text] of Object.entries(value)) {
      if (typeof text === 'string') texts.push([name, this.#expand([key, name], text)]);
      else this.#problem([key, name], `${key}.${name} takes a text; found ${typeWords(text)}.`);
    }
    return Object.fromEntries(texts);
  }

  /** A file of NAME=value lines, which some editors read into the environment. */
  #envFile(value: unknown): Record<string, string> {
    if (value === undefined) return {};
    const path = this.#text(['envFile'], value);
    if (path === '') return {};
    try {
      return parseEnv(readFileSync(resolve(this.#surroundings.workspace, path), 'utf8')) as Record<string, string>;
    } catch (error) {
      this.#problem(['envFile'], `envFile ${quote(path)} ${whyUnreadable(error)}`);
      return {};
    }
  }

  #expand(path: Path, text: string): string {
    const { text: filled, problems } = expand(text, this.#surroundings);
    for (const problem of problems) this.#problem(path, `${showPath(path)} of "${this.#name}" ${problem}`);
    return filled;
  }

  get #name(): string {
    return String(this.#path.at(-1));
  }

  #problem(path: Path, message: string): void {
    this.problems.push(`${placeOf(this.#source.locate([...this.#path, ...path]))}  ${message}`);
  }
}
