/**
 * Searches plain text (`plainText`) for phrases and decides, from the words around them, whether they are meant. Every
 * pattern is linear: no repetition inside a repetition, every gap bounded, white space already collapsed.
 */

/** How far around a match its sentence is read. */
const REACH = 200;
const SENTENCE_END = /(?<!\be\.g|\bi\.e|\bvs|\betc)[.!?;](?= |$)|\n/;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'g');

/** A phrase found, with the words of its sentence around it and a little more of what came before. */
export interface Found {
  readonly match: string;
  readonly before: string;
  readonly after: string;
  /** What stands before it, earlier sentences included. */
  readonly lead: string;
}

/** How a phrase begins, and how it must go on. Two patterns, because only the few texts that have the first pay for the second. */
export interface Phrase {
  readonly head: RegExp;
  readonly tail: RegExp | undefined;
  /** True when the words around it say that it is not meant. */
  readonly honest: (found: Found) => boolean;
}

/** A phrase in any case of letters. */
export function phrase(head: string, tail: string | undefined, honest: Phrase['honest']): Phrase {
  return {
    head: new RegExp(head, 'gi'),
    tail: tail === undefined ? undefined : new RegExp(tail, 'iy'),
    honest,
  };
}

/** The first phrase that is meant, in the order of the texts; empty when there is none. */
export function firstMeant(texts: readonly string[], phrases: readonly Phrase[]): string {
  for (const text of texts) {
    let [at, first] = [Infinity, ''];
    for (const wanted of phrases) {
      for (const found of text.matchAll(wanted.head)) {
        if (found.index >= at) break;
        const match = completed(text, found, wanted);
        if (match !== undefined) [at, first] = [found.index, match];
      }
    }
    if (first !== '') return first.replaceAll('\n', ' ').trim();
  }
  return '';
}

/** The whole phrase that begins with this head, or undefined when it goes on otherwise or is not meant. */
function completed(text: string, { 0: start, index }: RegExpExecArray, { tail, honest }: Phrase): string | undefined {
  let match = start;
  if (tail !== undefined) {
    tail.lastIndex = index + start.length;
    const rest = tail.exec(text);
    if (rest === null) return undefined;
    match += rest[0];
  }
  return isQuotation(text, index) || honest(around(text, index, match)) ? undefined : match;
}

/** The sentence around a match that begins at `at`. */
export function around(text: string, at: number, match: string): Found {
  const end = at + match.length;
  const lead = text.slice(Math.max(0, at - REACH), at);
  const tail = text.slice(end, end + REACH);
  const lastEnd = [...lead.matchAll(SENTENCE_ENDS)].at(-1);
  const nextEnd = tail.search(SENTENCE_END);
  return {
    match,
    lead,
    before: lastEnd === undefined ? lead : lead.slice(lastEnd.index + 1),
    after: nextEnd < 0 ? tail : tail.slice(0, nextEnd),
  };
}

/** The sentences of a plain text, each with its full stop. */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(SENTENCE_ENDS)) {
    sentences.push(text.slice(start, index + end.length).trim());
    start = index + end.length;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

/** What opens with a quotation mark is an example of somebody's words. */
function isQuotation(text: string, at: number): boolean {
  return /["'`«]/.test(text.charAt(at - 1));
}

/** Words of tools that look for such phrases in other texts. */
const DETECTOR =
  /\b(?:detect\w*|scan(?:s|ned|ning)? |injections?|jailbreaks?|malicious|attack\w*|phishing|adversarial|phrases?|wording)\b/i;
/** Somebody else's demand, reported. */
const REPORTED =
  /\b(?:attempt(?:s|ing)?|tr(?:y|ies|ying)|ask(?:s|ing)?|tell(?:s|ing)?|instruct(?:s|ing)?|order(?:s|ing)?|claim(?:s|ing)?|say(?:s|ing)?)(?: (?:you|it|them|models?|agents?|(?:the|an?) (?:model|assistant|agent|ai|llm|user)))?(?: to)? $/i;

/** The sentence talks about such phrases instead of using one. */
export function isAboutPhrases({ before }: Found): boolean {
  return DETECTOR.test(before) || REPORTED.test(before);
}
