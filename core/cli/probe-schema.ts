import schema from '../../schemas/probe-config.schema.json' with { type: 'json' };
import { EXIT } from './exit.js';

/** `toolscore probes schema`: what an editor needs to complete and check probe configs. */
export async function printProbeSchema(): Promise<number> {
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  await new Promise<void>((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())));
  return EXIT.ok;
}
