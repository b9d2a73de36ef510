/** `toolscore report`: a report that was written earlier, in another format. Runs nothing. Spec: manifest 4.8. */

import { exitCodeOf } from '../documents/exit-code.js';
import { reportMarkdown } from '../documents/markdown.js';
import { parsePrice } from '../documents/price.js';
import { reportSarif, type SarifContext } from '../documents/sarif.js';
import type { StoredReport } from '../documents/stored.js';
import { reportText } from '../documents/text.js';
import { UsageError } from '../errors.js';
import { writeOutput } from '../kernel/write.js';
import type { Manifest } from '../manifest/case.js';
import { loadManifest } from '../manifest/read.js';
import { jsonText } from '../text/json.js';
import { fileUri } from '../text/sarif.js';
import type { Composition } from './composition.js';
import { knownNames, readReport } from './document-input.js';
import { type EvaluationOptions, formatOf, type Setting, settingOf } from './evaluation.js';
import { say } from './say.js';
import { DEFAULT_MANIFEST } from './probe.js';

export interface ReportOptions extends Pick<EvaluationOptions, 'config' | 'plugin'> {
  readonly format?: string;
  /** What SARIF points into. */
  readonly manifest?: string;
  readonly brief?: boolean;
  /** US dollars for a million tokens. */
  readonly pricePerMtok?: string;
}

/** Ends with the code that the report deserves. */
export async function runReport(file: string, options: ReportOptions, composition: Composition): Promise<number> {
  const format = formatOf(options.format, ['text', 'markdown', 'sarif', 'json']);
  const { brief = false, pricePerMtok } = options;
  const price = pricePerMtok === undefined ? undefined : parsePrice(pricePerMtok);
  const setting = await settingOf(options, composition);
  const stored = await readReport(file, await knownNames(setting));
  const { document, legacyScore } = stored;
  const text = { brief, pricePerMtok: price, legacyScore };
  const render = {
    text: () => reportText(document, text),
    markdown: () => reportMarkdown(document, text),
    sarif: async () => reportSarif(document, await sarifContext(stored, options, setting)),
    json: () => jsonText(document),
  };
  await writeOutput({ format, path: '-' }, await render[format]());
  return exitCodeOf(document);
}

async function sarifContext(
  { document }: StoredReport,
  { manifest: given }: ReportOptions,
  { kinds }: Setting,
): Promise<SarifContext> {
  const cwd = process.cwd();
  const file = given ?? DEFAULT_MANIFEST;
  const manifest = await manifestOf(file, given !== undefined, kinds);
  const same = [null, manifest?.sha256].includes(document.manifest_sha256);
  if (manifest !== undefined && !same)
    say(`${file}  is not the manifest of this report, or was changed since, so no lines of it are given.`);
  return {
    uri: fileUri(file, cwd),
    lines: new Map(same ? manifest?.cases.map(({ id, line }) => [id, line]) : []),
    summaries: new Map([...kinds].flatMap(([name, { summary }]) => (summary === undefined ? [] : [[name, summary]]))),
  };
}

/** A manifest that nobody named may be missing, or be anything. */
async function manifestOf(file: string, demanded: boolean, kinds: Setting['kinds']): Promise<Manifest | undefined> {
  try {
    return await loadManifest(file, process.cwd(), kinds);
  } catch (error) {
    if (error instanceof UsageError && !demanded) return undefined;
    throw error;
  }
}
