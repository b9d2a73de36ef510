/** What is wrong with an answer over HTTP, in words that the server has no part in. */

/** Reasons by how they begin, and what stays of them: words of ours alone, for a sentence that begins with the endpoint. */
const PLAIN: readonly (readonly [reason: RegExp, words: string])[] = [
  [/^the server (cannot be reached: .*|closed the connection .*)$/, '$1'],
  [/^the connection broke (.*)$/, 'broke the connection $1'],
  [/^the server answered with HTTP status (\d{3}).*$/s, 'answered with HTTP status $1'],
  [/^the server does not know the session any more.*$/, 'does not know the session any more'],
  [/^the answer is (longer than the limit of .*|empty|no JSON)$/, 'gave an answer that is $1'],
  [/^the answer has no content type;.*$/, 'gave an answer without a content type'],
  [/^the answer has the content type .*$/s, 'gave an answer that is neither application/json nor text/event-stream'],
  [/^the answer is compressed .*$/s, 'gave an answer that is compressed, which was not asked for'],
];

/** Undefined for a reason that cannot be told without repeating the server. */
export function plainWords(reason: string): string | undefined {
  const found = PLAIN.find(([pattern]) => pattern.test(reason));
  return found && reason.replace(...found);
}
