import { expect, onTestFinished, test } from 'vitest';
import { openStdio } from '../../core/session/stdio.js';

/** Answers every call with how many came in the same piece. */
const COUNTS = `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const serverInfo = { name: 'counts', version: '1' };
process.stdin.on('data', (piece) => {
  const messages = String(piece).trim().split('\\n').map((line) => JSON.parse(line));
  const calls = messages.filter(({ method }) => method === 'tools/call');
  for (const { id, method, params } of messages) {
    if (method === 'initialize') answer(id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
    if (method === 'tools/call') answer(id, { content: [], together: calls.length });
  }
});
process.stdin.on('end', () => process.exit());
`;

test('calls that are made at once reach the server at once', async () => {
  const options = { timeoutMs: 60_000, era: 'initialize' } as const;
  const session = await openStdio({ kind: 'stdio', command: [process.execPath, '-e', COUNTS] }, options);
  onTestFinished(async () => void (await session.close()));
  const call = () => session.request('tools/call', { name: 'a', arguments: {} }, { timeoutMs: 60_000 });
  const answers = await Promise.all(Array.from({ length: 8 }, call));
  expect(answers.map((answer) => answer.kind === 'result' && answer.result)).toEqual(
    Array.from({ length: 8 }, () => ({ content: [], together: 8 })),
  );
  expect(await call()).toMatchObject({ result: { together: 1 } });
});
