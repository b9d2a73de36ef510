// schemas/manifest.schema.json: made from what the kinds that ship declare, so that it cannot say anything else than the
// validator does.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importSources } from './import-sources.mjs';
import { writeIfChanged } from './write-file.mjs';

const NAME = 'schemas/manifest.schema.json';
const SOURCES = `
export { kindsAmong } from './core/api/manifest-kernel.js';
export { manifestSchema } from './core/manifest/schema.js';
export { manifestPlugins } from './plugins/manifest.js';
`;

/**
 * Writes the schema; with `check`, writes nothing. Needs the generated modules of rules and observations.
 * @throws Error when it is checked and stale
 */
export async function generateManifestSchema({ root, check }) {
  const { kindsAmong, manifestSchema, manifestPlugins } = await importSources(root, SOURCES);
  const text = `${JSON.stringify(manifestSchema(kindsAmong(manifestPlugins)), null, 2)}\n`;
  const file = join(root, NAME);
  if (!check) await writeIfChanged(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text)
    throw new Error(`${NAME}  is stale. Run: npm run generate`);
}
