/** Manifests as clients send them: inside the arguments of a call. */

import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import type { Manifest, ManifestCase } from '../manifest/case.js';
import type { Kinds } from '../manifest/declaration.js';
import { field } from '../manifest/plain-fields.js';
import { parseManifest } from '../manifest/read.js';
import type { Offer } from './offer.js';
import { MANIFEST_SCHEMA_URI } from './resources.js';
import { described } from './tool.js';

const EXAMPLE: JsonObject = {
  version: 1,
  probes: [{ id: 'pages', probe: 'pagination', access: 'read_only', max_pages: 5 }],
};

/** Here it is an object; what must stand in it is checked when it is read. */
export const manifestField = described(
  field<JsonObject>(
    'bounds',
    {
      type: 'object',
      required: ['version', 'probes'],
      properties: { version: { const: 1 }, probes: { type: 'array', minItems: 1 } },
    },
    'an object, the manifest itself',
    isObject,
  ),
  `scaffold drafts one; the resource ${MANIFEST_SCHEMA_URI} is its schema.`,
  [EXAMPLE],
);

/** How messages name it. */
const SOURCE = 'manifest';

/**
 * Reads it as a file of the same content would be read.
 * @throws UsageError with every problem, one line each; its values are never quoted
 */
export async function readManifest(given: JsonObject, kinds: Kinds): Promise<Manifest> {
  try {
    return await parseManifest(Buffer.from(textOf(given)), SOURCE, kinds);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // Lines and columns of a text that the client never saw say nothing to it; the pointers do.
    throw new UsageError(error.problems.map((line) => line.replace(PLACE, SOURCE)));
  }
}

/** What is wrong with a manifest, when there is one, although the call fails for another reason already: then all is told at once. */
export async function checkManifest({ manifest }: JsonObject, { kinds }: Pick<Offer, 'kinds'>): Promise<void> {
  if (isObject(manifest)) await readManifest(manifest, kinds);
}

const PLACE = new RegExp(`^${SOURCE}:\\d+:\\d+`);

function textOf(given: JsonObject): string {
  try {
    return JSON.stringify(given);
  } catch {
    throw new UsageError(`${SOURCE}  is nested too deep. Flatten it.`);
  }
}

/**
 * The operator's gate of mutation has no opening here. 3.7
 * @throws UsageError naming every case that may change its server
 */
export function demandReadOnly(cases: readonly ManifestCase[]): void {
  const problems = cases
    .filter(({ access }) => access === 'mutating')
    .map(
      ({ id, index }) =>
        `${SOURCE}  /probes/${index}/access  probe case ${id}: it may change the server, and no such case runs from here. A person can run it with: toolscore probe --allow-mutation.`,
    );
  if (problems.length > 0) throw new UsageError(problems);
}
