import { quote, split } from 'shlex';
import { UsageError } from './errors.js';

/**
 * The words of a command as a shell splits them.
 * @throws UsageError when it is blank or has a quote that does not end
 */
export function splitCommand(text: string): readonly string[] {
  let words: readonly string[];
  try {
    words = split(text);
  } catch {
    throw new UsageError(
      `The command ${JSON.stringify(text)} has a quote that does not end. Close it, or give the words after --.`,
    );
  }
  if (words.length === 0) throw new UsageError('The command that starts the server is blank.');
  return words;
}

/** Words as one command that a POSIX shell splits into the same words. */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quote).join(' ');
}
