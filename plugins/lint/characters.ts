/** Characters that a person reading a definition cannot see and a model can. */

/** Tag characters, bidirectional controls and all other format characters. */
const FORMAT = /\p{Cf}|[\u{E0000}-\u{E007F}]/u;
const EACH_FORMAT = new RegExp(FORMAT, 'gu');
const IS_TAG = /[\u{E0000}-\u{E007F}]/u;
const IS_BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Flag of a part of a country: black flag, its code in tag characters (two letters and one to four letters or digits),
 * end tag. Longer ones are no known flag, and would be a place to hide text. Source: Unicode Technical Standard 51.
 */
const FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}/gu;
/** A joiner between two pictures makes one picture of them, as in a family or a profession. */
const PICTURE_JOINER = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;
/** Spelling of Persian, Kurdish, the languages of India and others needs joiners and non-joiners inside words. */
const SPELLING_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200C\u200D]/gu;

export interface Unseen {
  /** Tag characters outside flag emoji. */
  readonly hiddenCharacters: number;
  readonly bidiControls: number;
  /** Other format characters as code points such as U+200B, each once, in the order they appear. */
  readonly invisibleCharacters: string[];
}

/** Counts what is unseen in the texts of one owner. */
export function unseenIn(texts: readonly string[]): Unseen {
  let [hiddenCharacters, bidiControls] = [0, 0];
  const invisible = new Set<string>();
  for (const text of texts) {
    for (const [character] of withoutHonestUses(text).matchAll(EACH_FORMAT)) {
      if (IS_TAG.test(character)) hiddenCharacters += 1;
      else if (IS_BIDI_CONTROL.test(character)) bidiControls += 1;
      else invisible.add(codePointOf(character));
    }
  }
  return { hiddenCharacters, bidiControls, invisibleCharacters: [...invisible] };
}

/** As text in a terminal moves its cursor, colours it or erases it: escape sequences and the rest of category Cc. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F]/g;

/** Control characters besides tab, line ends and form feed, as code points such as U+001B, each once. */
export function controlsIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) for (const [character] of text.matchAll(CONTROLS)) found.add(codePointOf(character));
  return [...found];
}

function withoutHonestUses(text: string): string {
  if (!FORMAT.test(text)) return '';
  return text.replaceAll(FLAG, '').replaceAll(PICTURE_JOINER, '').replaceAll(SPELLING_JOINER, '');
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
