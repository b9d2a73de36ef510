/** Formats: what we write for each, and whether a text is one. The definitions are those of ajv-formats, without ajv. */

/** Texts of a format: number `n` from 0, with `extra` more characters where the format has room for them. */
type Writer = (n: number, extra: number) => string;

/** Longer texts are made from the plain one. */
const MAX_SHORT = 60;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2030, 0, 15, 9, 30);

const suffix = (n: number): string => (n === 0 ? '' : `-${n + 1}`);
const filler = (extra: number): string => 'x'.repeat(extra);
const moment = (n: number): string => new Date(FIRST_DAY + (n % 365) * DAY_MS).toISOString().replace('.000', '');
const clock = (n: number): string => `09:${String((30 + n) % 60).padStart(2, '0')}:00`;
/** A label of a host name holds at most 63 characters. */
const labels = (extra: number): string => filler(extra).replaceAll(/x{32}/g, `${filler(31)}.`);

const email: Writer = (n, extra) => `ada.sample${suffix(n)}${filler(extra)}@example.com`;
const uri: Writer = (n, extra) => `https://example.com/sample${suffix(n)}${filler(extra)}`;
const reference: Writer = (n, extra) => `/sample${suffix(n)}${filler(extra)}`;
const hostname: Writer = (n, extra) => `sample${suffix(n)}.${labels(extra)}${extra % 32 === 0 ? '' : '.'}example.com`;

/**
 * The nine formats of the scorecard specification, 1.2, and those that validators know besides. Addresses and domains
 * are those kept for documentation, so that nothing real is reached.
 */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['uri', uri],
  ['url', uri],
  ['iri', uri],
  ['date-time', moment],
  ['date', (n) => moment(n).slice(0, 10)],
  ['time', (n) => `${clock(n)}Z`],
  ['email', email],
  ['idn-email', email],
  ['uuid', (n) => `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`],
  ['ipv4', (n) => `192.0.2.${(n % 254) + 1}`],
  ['ipv6', (n) => `2001:db8::${(n + 1).toString(16)}`],
  ['hostname', hostname],
  ['idn-hostname', hostname],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['uri-template', (n, extra) => `${uri(n, extra)}/{sample}`],
  ['json-pointer', reference],
  ['json-pointer-uri-fragment', (n, extra) => `#${reference(n, extra)}`],
  ['relative-json-pointer', (n, extra) => `0${reference(n, extra)}`],
  ['duration', (n) => `P${n + 1}D`],
  ['regex', (n, extra) => `sample${suffix(n)}${filler(extra)}`],
  ['byte', (n, extra) => `c2FtcGxl${'c2Ft'.repeat(n + Math.ceil(extra / 4))}`],
  ['iso-time', (n) => `${clock(n)}Z`],
  ['iso-date-time', moment],
]);

/** For tight length limits. */
const SHORT: ReadonlyMap<string, (extra: number) => string> = new Map([
  ['uri', (extra) => `s:a${filler(extra)}`],
  ['url', (extra) => `http://a${filler(extra)}.test`],
  ['iri', (extra) => `s:a${filler(extra)}`],
  ['email', (extra) => `a${filler(extra)}@a.test`],
  ['idn-email', (extra) => `a${filler(extra)}@a.test`],
  ['hostname', (extra) => `s${filler(extra)}`],
  ['idn-hostname', (extra) => `s${filler(extra)}`],
  ['uri-reference', filler],
  ['iri-reference', filler],
  ['json-pointer', (extra) => (extra === 0 ? '' : `/${filler(extra - 1)}`)],
  ['relative-json-pointer', (extra) => (extra === 0 ? '0' : `0/${filler(extra - 1)}`)],
  ['uri-template', filler],
  ['regex', filler],
  ['byte', (extra) => 'c2Ft'.repeat(Math.ceil(extra / 4))],
]);

/** Formats whose text names a moment: there is no record of that name that a call could spare. */
const MOMENTS: ReadonlySet<string> = new Set(['date', 'date-time', 'time', 'iso-time', 'iso-date-time', 'duration']);

export function isMoment(format: string): boolean {
  return MOMENTS.has(format);
}

/** Texts of a format within the given length, the plain one first; none when the format is not known. */
export function* formattedTexts(format: string, min: number, max: number): Generator<string> {
  const writer = WRITERS.get(format);
  if (writer === undefined) return;
  const plain = writer(0, 0);
  if (plain.length >= min && plain.length <= max) yield plain;
  if (plain.length < min) {
    // Labels and encodings grow in steps, so a few lengths around the wanted one are tried.
    for (let extra = min - plain.length; extra < min - plain.length + 8; extra += 1) yield writer(0, extra);
  }
  const short = SHORT.get(format);
  if (short !== undefined) yield short(Math.max(0, Math.min(min, MAX_SHORT) - short(0).length));
  for (let n = 1; n < 100; n += 1) yield writer(n, Math.max(0, min - writer(n, 0).length));
}

/** Some formats are told by regular expressions that take more than linear time. In UTF-16 units. */
const MAX_TEXT = 2_000;

type Definition = true | RegExp | ((text: string) => boolean) | { readonly type?: string; readonly validate: unknown };

let definitions: ReadonlyMap<string, Definition> | undefined;

/** Loads the definitions. Until it has settled `isFormatted` cannot tell. */
export async function loadFormats(): Promise<void> {
  if (definitions !== undefined) return;
  const { fullFormats } = await import('ajv-formats/dist/formats.js');
  definitions = new Map(Object.entries(fullFormats as Record<string, Definition>));
}

/** Whether a value has the format; true where the format says nothing of such values or is not known, undefined when it cannot be told. */
export function isFormatted(format: string, value: unknown): boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return true;
  if (definitions === undefined) return undefined;
  const definition = definitions.get(format);
  if (definition === undefined || definition === true) return true;
  const isNumeric = typeof definition === 'object' && !(definition instanceof RegExp) && definition.type === 'number';
  if ((typeof value === 'number') !== isNumeric) return true;
  if (typeof value === 'string' && value.length > MAX_TEXT) return undefined;
  if (definition instanceof RegExp) return definition.test(String(value));
  const validate: unknown = typeof definition === 'function' ? definition : definition.validate;
  if (validate instanceof RegExp) return validate.test(String(value));
  return typeof validate === 'function' ? Boolean((validate as (value: unknown) => unknown)(value)) : true;
}
