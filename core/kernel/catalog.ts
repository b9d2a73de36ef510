/** The catalog while it is made from what a server lists, odd values made harmless. */

import type { CatalogDraft } from '../hooks.js';
import { deepFreeze, isObject, type JsonObject } from '../json.js';
import type { Catalog, ServerIdentity, SubjectMap, Tool } from '../model.js';
import type { SessionInfo } from '../session/port.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** What plugins may know of a session: a copy, because the session itself can send. */
export function infoOf({ era, version, capabilities, serverInfo, instructions }: SessionInfo): SessionInfo {
  return deepFreeze({ era, version, capabilities, serverInfo, instructions });
}

/** The server as it introduced itself; what is no text becomes empty. */
export function identityOf(session: SessionInfo): ServerIdentity {
  const info = object(session.serverInfo);
  return deepFreeze({
    name: text(info['name']),
    version: text(info['version']),
    protocolVersion: session.version,
    era: session.era,
    instructions: text(session.instructions),
    capabilities: object(session.capabilities),
  });
}

/** A tool made harmless: a missing name or description is empty text, a schema that is no object is empty. Spec: scorecard 1.1 point 6. */
export function toolFrom(listed: JsonObject, index: number): Tool {
  return {
    index,
    name: text(listed['name']),
    description: text(listed['description']),
    inputSchema: object(listed['inputSchema']),
    outputSchema: isObject(listed['outputSchema']) ? listed['outputSchema'] : undefined,
    annotations: object(listed['annotations']),
  };
}

type AnySubject = SubjectMap[keyof SubjectMap];

/** Collects what the `discovery` taps add; `seal` freezes it. */
export class Draft implements CatalogDraft {
  readonly #tools: Tool[] = [];
  readonly #resources: JsonObject[] = [];
  readonly #prompts: JsonObject[] = [];
  readonly #subjects: AnySubject[] = [];
  #sealed = false;

  addTool(listed: unknown): boolean {
    return this.#add(listed, (object) => this.#tools.push(toolFrom(object, this.#tools.length)));
  }

  addResource(listed: unknown): boolean {
    return this.#add(listed, (object) => this.#resources.push(object));
  }

  addPrompt(listed: unknown): boolean {
    return this.#add(listed, (object) => this.#prompts.push(object));
  }

  addSubject(subject: AnySubject): void {
    this.#add(subject, () => this.#subjects.push(subject));
  }

  seal(server: ServerIdentity): { readonly catalog: Catalog; readonly added: readonly AnySubject[] } {
    this.#sealed = true;
    const catalog = { server, tools: this.#tools, resources: this.#resources, prompts: this.#prompts };
    return { catalog: deepFreeze(catalog), added: this.#subjects };
  }

  #add(listed: unknown, keep: (object: JsonObject) => void): boolean {
    if (this.#sealed) throw new Error('the catalog is sealed: add to it during discovery');
    if (!isObject(listed)) return false;
    keep(listed);
    return true;
  }
}
