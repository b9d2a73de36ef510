import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.js';
import { writeOutput } from '../kernel/write.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { whyNotWritable } from './writable.js';

/** `toolscore badge REPORT.json`: the badge of a report that was written earlier. */
export async function runBadge(file: string, output: string | undefined, { load }: Composition): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT'
        ? `${file}  does not exist. Write one with: toolscore mcp test … --report json --output ${file}`
        : `${file}  cannot be read: ${error.message}`,
    );
  });
  const why = output === undefined ? undefined : whyNotWritable(output);
  if (why !== undefined) throw new UsageError(`${JSON.stringify(output)}  ${why}`);
  const { plugins } = await load();
  const reporter = plugins.find(
    ({ formats, fromJson }) => formats?.includes('badge') === true && fromJson !== undefined,
  );
  if (reporter?.fromJson === undefined) throw new UsageError('No plugin here makes badges.');
  await writeOutput({ format: 'badge', path: output ?? '-' }, reporter.fromJson(parse(file, text)));
  return EXIT.ok;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${file}  is no JSON: ${error instanceof Error ? error.message : String(error)}. Give the file of --report json.`,
    );
  }
}
