/** What may differ between two runs against one server: times, what a run makes up, and how it numbers its calls. */

const TIMES = new Set(['latency_ms', 'avg_latency_ms', 'duration']);
const areNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === 'number');

/**
 * A report as a text that is the same, byte for byte, for two runs that saw the same. A program is started once more
 * beside itself, where an address is not; that takes calls, so that those behind it have other numbers.
 */
export function textOf(document: object): string {
  const isOwn = (key: string, value: unknown): boolean =>
    TIMES.has(key) || key === 'number' || (key === 'calls' && areNumbers(value));
  return JSON.stringify(document, (key, value: unknown) => (isOwn(key, value) ? 0 : value), 1)
    .replaceAll(/("bound": "max_latency_ms",\s+"limit": \d+,\s+"observed": )\d+/g, '$10')
    .replaceAll(/tsp[0-9a-f]{6}-/g, 'tsp-')
    .replaceAll(/(?<!\d)19\d{8}(?!\d)/g, '1900000000')
    .replaceAll(/[0-9a-f]{6}00-0000-4000-8000-[0-9a-f]{12}/g, 'uuid');
}
