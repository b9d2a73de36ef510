import diffSchema from '../../schemas/probe-diff.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/probe-report.schema.json' with { type: 'json' };
import { writeOutput } from '../kernel/write.js';
import { jsonText } from '../text/json.js';
import { EXIT } from './exit.js';

const SCHEMAS = { report: reportSchema, diff: diffSchema };

/** `toolscore schema report|diff`: what a reader of these documents can rely on. */
export async function printDocumentSchema(document: keyof typeof SCHEMAS): Promise<number> {
  await writeOutput({ format: 'json', path: '-' }, jsonText(SCHEMAS[document]));
  return EXIT.ok;
}
