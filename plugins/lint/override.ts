/**
 * Text that tells a model to drop its earlier or other instructions or rules. Rules of firewalls, mail filters and
 * linters are no rules of the model, and "ignore instructions found in the page" is a defence. Spec: scorecard 1.6.
 */

import { type Found, firstMeant, isAboutPhrases, type Phrase, phrase } from './wording.js';

const DROP = String.raw`\b(?:ignore|disregard|forget|bypass|abandon|(?:do not|don't|never|stop) (?:follow|obey)(?:ing)?)`;
const ALL = '(?:(?:all|any|every)(?: of)? )?';
const WHOSE = '(?:(?:the|your|my|these|those) )?';
const EARLIER = '(?:previous(?:ly given)?|prior|earlier|preceding|above)';
const KIND = '(?:(?:system|safety|security|developer|tool|server) )?';
const INSTRUCTIONS = '(?:instructions?|directives?|guidelines?|system prompts?|system messages?)';
const OWN =
  '(?:(?:own|previous|prior|original|initial|existing|current|system|safety|security|core|internal|built-in|usual|normal|default) ){0,2}';
const LAST = `(?:${EARLIER}|other|existing|original|initial)`;

const WHAT = [
  String.raw`${ALL}${WHOSE}${LAST}(?:(?: and| or|,) ${LAST})? ${KIND}${INSTRUCTIONS}\b`,
  String.raw`${ALL}${WHOSE}${EARLIER} ${KIND}rules\b`,
  String.raw`(?:(?:all|any)(?: of)? (?:the |your )?|your )other ${KIND}rules\b`,
  String.raw`${ALL}your ${OWN}(?:${INSTRUCTIONS}|rules|training|programming|restrictions)\b`,
  String.raw`${ALL}(?:the|your) ${KIND}(?:${INSTRUCTIONS}|rules) (?:above|before this|(?:that )?you were given)\b`,
  String.raw`(?:everything|anything|all|what|whatever) (?:that )?you (?:were|have been|are) (?:told|instructed|taught)\b`,
].join('|');

const PHRASES: readonly Phrase[] = [
  phrase(`${DROP} `, `(?:${WHAT})`, isHonest),
  phrase(String.raw`\b(?:disregard|forget) `, String.raw`${ALL}${WHOSE}other ${KIND}rules\b`, isHonest),
  phrase(
    String.raw`\b(?:overrides?|supersedes?|takes? (?:precedence|priority) over) (?:all|any) `,
    String.raw`(?:of )?${WHOSE}(?:${EARLIER}|other)(?:(?: and| or|,) (?:${EARLIER}|other))? ${KIND}${INSTRUCTIONS}\b`,
    isHonest,
  ),
  phrase(
    String.raw`\bno longer (?:bound by|subject to|(?:need|have) to (?:follow|obey)) `,
    String.raw`(?:any|your|the) ${OWN}(?:${INSTRUCTIONS}|rules)\b`,
    isHonest,
  ),
];

/** The first words in plain texts that tell a model to drop its instructions or rules; empty when there are none. */
export function overrideIn(texts: readonly string[]): string {
  return firstMeant(texts, PHRASES);
}

/** "Do not ignore previous instructions" asks for the opposite. */
const NEGATED = /(?:\b(?:not|never|nor|cannot)|n't)(?: \w+)? $/i;
const SWITCH = /\b(?:if|when) (?:true|set|enabled)\b|\bset to true\b|\b(?:true|flag|option|whether)(?: or not)? to\b/i;
/** Instructions inside data: not those of the model. */
const IN_DATA =
  /^ (?:(?:that|which) )?(?:(?:are|is|were|may be|might be) )?(?:in|inside|within|on|found|contained|embedded|written|from|returned|coming|appear(?:ing)?|stored|hidden|(?:it|they|the \w+) (?:(?:may|might) )?(?:contains?|gives?|includes?|says?))\b(?! (?:(?:this|the|your|our) )?(?:conversation|chat|context|prompt|system|session|developer|user)\b)/i;

function isHonest(found: Found): boolean {
  return isAboutPhrases(found) || NEGATED.test(found.before) || SWITCH.test(found.before) || IN_DATA.test(found.after);
}
