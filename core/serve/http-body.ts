/** The body of a request, bounded. */

import type { IncomingMessage } from 'node:http';

/** Source: manifest specification, 4.10. */
export const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The body; undefined when it is too large. Then it is read to its end all the same, and dropped: whoever is still
 * sending does not see an answer. How long that may take is the server's limit for a whole request.
 * @throws Error when the client goes away
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}
