import { withoutActing } from './text/json.js';

/** Logs with fields, to standard error. There is none on an ordinary run. */
export interface Logger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A pino logger on standard error. Loaded only for `--verbose`. */
export async function createLogger(): Promise<Logger> {
  const { pino } = await import('pino');
  // Names and messages of the server stand in these lines, too.
  const stderr = { write: (line: string) => process.stderr.write(withoutActing(line)) };
  const log = pino({ level: 'debug', base: null, timestamp: false }, stderr);
  return {
    debug: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.warn(fields, message),
  };
}
