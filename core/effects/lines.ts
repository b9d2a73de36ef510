/** The lines of a text: split at CRLF, LF or CR. A final line end opens no further line, and an empty text has none. Scorecard specification, 2.6. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
