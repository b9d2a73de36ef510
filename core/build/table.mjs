/** A Markdown table that a formatter leaves as it is: the columns are aligned. `rows` begin with the header. */
export function table([header, ...rows]) {
  const widths = header.map((_, index) => Math.max(3, ...[header, ...rows].map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((text, index) => text.padEnd(widths[index])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
