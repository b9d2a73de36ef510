/** SARIF 2.1.0, for code scanning: what every log of ours has in common. Source: the OASIS standard, by section. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../json.js';
import { jsonText } from './json.js';
import { printable } from './printable.js';

const VERSION = '2.1.0';
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** UTF-16 units of a message. */
const MESSAGE = { max: 4_000 };

export interface SarifRun {
  /** The program that found it. */
  readonly driver: { readonly name: string; readonly version: string };
  /** `reportingDescriptor` objects; results refer to them by place. */
  readonly rules: readonly JsonObject[];
  /** Tells this server's runs from those of others, so that two of them in one repository never close each other's alerts. */
  readonly server: string;
  readonly results: readonly JsonObject[];
  /** Whether the run finished, and what it had to say besides. Left out: nobody says. */
  readonly invocation?: JsonObject;
  readonly properties?: JsonObject | undefined;
}

/** A log of one run. */
export function sarifLog({ driver, rules, server, results, invocation, properties }: SarifRun): string {
  const { name, version } = driver;
  return jsonText({
    $schema: SCHEMA,
    version: VERSION,
    runs: [
      {
        tool: { driver: { name, version, rules } },
        automationDetails: { id: `toolscore/${server}/` },
        ...(invocation !== undefined && { invocations: [invocation] }),
        ...(properties !== undefined && { properties }),
        results,
      },
    ],
  });
}

/** In a message, braces are places to fill and `[text](address)` is a link; here neither is meant. SARIF 3.11.5, 3.11.6. */
export function sarifText(text: string): string {
  return printable(text, MESSAGE)
    .replaceAll(/[{}]/g, (brace) => brace + brace)
    .replaceAll('](', '] (');
}

/** A physical location: a file, and a line of it from 1, when one is known. */
export function sarifPlace(uri: string, line?: number): JsonObject {
  return {
    physicalLocation: {
      artifactLocation: { uri },
      ...(line !== undefined && { region: { startLine: line } }),
    },
  };
}

/** From `cwd` when the file lies in it, else a `file:` URI; percent-encoded. */
export function fileUri(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  const inside = relative(cwd, path);
  const outside = inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..';
  return outside ? pathToFileURL(path).href : inside.split(sep).map(encodeURIComponent).join('/');
}
