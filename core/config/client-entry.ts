/** One server of a client config file, read part by part so that all that is wrong with it is told at once. */

import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isObject, type JsonObject } from '../json.js';
import { quote, showPath, typeWords } from '../load/quote.js';
import { readText, type Source, whyUnreadable } from '../load/source.js';
import { didYouMean } from '../nearest.js';
import type { Target } from '../model.js';
import { type Path, placeOf } from '../origin.js';
import { ignoredFields, TRANSPORTS } from './client-fields.js';
import { expand, type Surroundings } from './expand.js';

/** Longest file of variables, in bytes. */
const MAX_ENV_FILE = 1_048_576;

export interface EntryContext {
  /** What variables stand for; undefined to leave them as they are written, and files of variables unread. */
  readonly fill: Omit<Surroundings, 'own'> | undefined;
  /** Variables whose absence was told. Each is told once, where it is used first. */
  readonly told: Set<string>;
}

export class ClientEntry {
  readonly problems: string[] = [];
  /** What the reader should know of how the entry was read. */
  readonly notes: string[] = [];
  readonly #source: Source;
  readonly #path: Path;
  readonly #entry: unknown;
  readonly #context: EntryContext;

  constructor(source: Source, path: Path, entry: unknown, context: EntryContext) {
    this.#source = source;
    this.#path = path;
    this.#entry = entry;
    this.#context = context;
  }

  /** Undefined when it names no server at all; look at `problems` in any case. */
  target(): Target | undefined {
    const entry = this.#entry;
    if (!isObject(entry)) {
      this.#problem([], `a server takes an object with "command" or "url"; found ${quote(entry)}.`);
      return undefined;
    }
    const address = addressKey(entry);
    if ((entry['command'] === undefined) === (address === undefined)) {
      this.#problem(
        [],
        `server "${this.#name}" takes exactly one of "command" and "url"; found ${address === undefined ? 'neither' : 'both'}.`,
      );
      return undefined;
    }
    this.notes.push(...ignoredFields(this.#name, entry));
    this.#checkType(entry['type'] ?? entry['transport'], 'type' in entry ? 'type' : 'transport', address ?? 'command');
    return address === undefined ? this.#stdio(entry) : this.#http(entry, address);
  }

  /** `given`: the field by which the entry says how it is reached. */
  #checkType(type: unknown, field: string, given: string): void {
    if (type === undefined) return;
    const takes = typeof type === 'string' ? TRANSPORTS.get(type) : undefined;
    if (takes === undefined) {
      const known = ['stdio', 'http', 'streamable-http', 'sse'];
      const near = typeof type === 'string' ? didYouMean(type, known) : '';
      this.#problem([field], `${field} takes ${known.join(', ')}; found ${quote(type)}.${near}`);
      return;
    }
    if ((takes === 'command') !== (given === 'command'))
      this.#problem([field], `${field} ${quote(type)} goes with "${takes}", and this server has "${given}".`);
    else if (type === 'sse')
      this.notes.push(`"${this.#name}" is of type sse; toolscore speaks Streamable HTTP with it.`);
  }

  #stdio(entry: JsonObject): Target {
    const command = this.#text(['command'], entry['command']);
    const args = this.#texts(entry['args']);
    const env = { ...this.#envFile(entry['envFile']), ...this.#members('env', entry['env']) };
    const cwd = entry['cwd'] === undefined ? undefined : this.#text(['cwd'], entry['cwd']);
    const workspace = this.#context.fill?.workspace ?? '.';
    return {
      kind: 'stdio',
      command: [command, ...args],
      cwd: cwd === undefined ? workspace : resolve(workspace, cwd),
      ...(Object.keys(env).length > 0 ? { env } : {}),
    };
  }

  #http(entry: JsonObject, field: string): Target {
    const url = this.#text([field], entry[field]);
    const isAddress = /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '');
    if (url !== '' && !isAddress && this.#context.fill !== undefined && !url.includes('${'))
      this.#problem([field], `${field} takes a URL that begins with http:// or https://.`);
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
    const { fill } = this.#context;
    if (path === '' || path.includes('${') || fill === undefined) return {};
    try {
      return parseEnv(readText(resolve(fill.workspace, path), MAX_ENV_FILE)) as Record<string, string>;
    } catch (error) {
      this.#problem(['envFile'], `envFile ${quote(value)} ${whyUnreadable(error)}`);
      return {};
    }
  }

  #expand(path: Path, text: string): string {
    const { fill, told } = this.#context;
    if (fill === undefined) return text;
    const env = isObject(this.#entry) ? this.#entry['env'] : undefined;
    const { text: filled, problems } = expand(text, { ...fill, own: isObject(env) ? env : {} });
    for (const { about, message } of problems) {
      if (told.has(about)) continue;
      told.add(about);
      this.#problem(path, `${showPath(path)} of "${this.#name}" ${message}`);
    }
    return filled;
  }

  get #name(): string {
    return String(this.#path.at(-1));
  }

  #problem(path: Path, message: string): void {
    this.problems.push(`${placeOf(this.#source.locate([...this.#path, ...path]))}  ${message}`);
  }
}

/** The field that holds the address: one editor calls it otherwise. */
function addressKey(entry: JsonObject): 'url' | 'serverUrl' | undefined {
  if (entry['url'] !== undefined) return 'url';
  return entry['serverUrl'] === undefined ? undefined : 'serverUrl';
}
