import schema from '../../schemas/probe-config.schema.json' with { type: 'json' };
import { writeOutput } from '../kernel/write.js';
import { EXIT } from './exit.js';

/** `toolscore probes schema`: what an editor needs to complete and check probe configs. */
export async function printProbeSchema(): Promise<number> {
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  await writeOutput({ format: 'json', path: '-' }, text);
  return EXIT.ok;
}
