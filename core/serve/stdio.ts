/** toolscore as an MCP server over its own standard input and output. */

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { closeAllSessions } from '../session/live-servers.js';
import type { Offer } from './offer.js';
import { Running } from './running.js';
import { createServer } from './server.js';
import { takeStateless } from './stdio-stateless.js';

/**
 * Serves the one client until its end of the pipe is closed, or `asked` resolves. What was asked before that is still
 * answered; an evaluation that is under way is given up. Resolves when nothing that was started is left.
 */
export async function serveStdio(offer: Offer, asked: Promise<void>): Promise<void> {
  const running = new Running();
  const server = createServer(offer, running);
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  // What it was may hold what the client sent.
  server.onerror = () => offer.say('a message could not be read or sent');
  // The transport listens to data only.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
  const transport = new StdioServerTransport();
  await server.connect(transport);
  takeStateless(transport, { offer, running });
  await Promise.race([closed, ended, asked]);
  await Promise.all([running.end(), closeAllSessions()]);
  await server.close();
}
