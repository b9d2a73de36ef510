/**
 * Text that tells a model to keep something from the user. Ordinary advice on output (no raw ids, no secret keys, no
 * promise before the work is done) must not be taken for it, so only what hides the model's own doing counts: "this", "what
 * you did", "these instructions", or nothing named at all. Spec: scorecard 1.6, "Concealment".
 */

import { type Found, firstMeant, isAboutPhrases, type Phrase, phrase } from './wording.js';

const USER = String.raw`(?:(?:the|your|any|a|this) )?(?:end[ -]|human )?(?:users?|humans?)\b`;
const THE_USER = String.raw`(?:the|your) (?:end[ -]|human )?(?:user|human)\b`;
/** Here the clause ends or goes on to something else. */
const END = String.raw`(?=$|[.!?;,)\]\n"'*]| [-–—(]| (?:and|or|but|because|since|so|just|even|ever|at all|in any|under any|in your (?:answer|reply|response|output))\b)`;

const DOING =
  '(?:tool calls?|tools?|calls?|steps?|instructions?|actions?|operations?|requests?|transfers?|uploads?|messages?|notes?|rules?|prompts?|process|procedure|checks?|behaviou?rs?|activity|facts?|details?|requirements?|information)';
const PRONOUN = '(?:(?:any|all) of (?:this|that|it|these|them)|this|that|it|them|these|those)';
const NAMED = String.raw`(?:(?:this|these|that|those|such|any of these) ${DOING}|(?:the|your|any) (?:tool calls?|tools?|instructions?|uploads?|transfers?)|your (?:actions|steps|calls)|the (?:existence|use|presence) of (?:this|these|the) ${DOING})(?!'s|-| (?:ids?|names?|numbers?|status|types?|limits?|results?|outputs?|errors?|failures?)\b)`;
const YOU_DID = String.raw`(?:that )?you(?:'re|'ve)? (?:are |were |have |had |will |just |already |also |first |secretly |need to |have to ){0,3}(?:read(?:ing)?|call(?:ed|ing)?|us(?:e|ed|ing)|access(?:ed|ing)|look(?:ed|ing)|check(?:ed|ing)|cop(?:y|ied|ying)|collect(?:ed|ing)?|log(?:ged|ging)|record(?:ed|ing)|forward(?:ed|ing)?|follow(?:ed|ing)|d(?:o|id|one|oing) (?:this|it|so|that))(?![\w-])`;
const WHAT_YOU_DID = String.raw`(?:what|how|why) you (?:did|read|do|are doing|were doing|have done)\b`;
const IT_HAPPENED = '(?:that )?(?:this|it) (?:happened|is happening|occurred|took place|was done|was called|was used)';
const DOING_IT = String.raw`(?:reading|calling|copying|accessing|collecting|uploading|forwarding)\b`;
const DEED = `(?:${NAMED}|${PRONOUN}|${YOU_DID}|${WHAT_YOU_DID})`;
const ABOUT = '(?:about|of|regarding|concerning)';
/** What follows "tell the user" when it is about the model's own doing, or about nothing that is named. */
const TAIL = `(?:${END}| (?:(?:anything )?${ABOUT} )?(?:${NAMED}|${PRONOUN}${END}|${YOU_DID}|${WHAT_YOU_DID}|${IT_HAPPENED})| ${ABOUT} ${DOING_IT}| anything${END})`;

const ADVERBS = String.raw`(?:,? (?:ever|even|explicitly|directly|just|simply|also|in any way|under any circumstances?|at any (?:time|point)),?){0,2} `;
const NEVER = String.raw`\b(?:(?:do|must|should|shall)(?: not|n'?t)|never|(?<!\bor )not to|avoid|refrain from|not(?= (?:telling|informing|mentioning|revealing|disclosing)))${ADVERBS}`;
const MENTION = '(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|admit(?:ting)?)';
const LEARN = String.raw`(?:ever )?(?:know|find out|learn|be told|be informed|be(?:come| made)? aware)(?! or (?:care|need)\b)`;

const PHRASES: readonly Phrase[] = [
  phrase(
    `${NEVER}(?:(?:tell|inform)(?:ing)? ${USER}|let(?:ting)? ${USER} (?:know|find out|learn)|mak(?:e|ing) ${USER} aware)`,
    TAIL,
    isAdvice,
  ),
  phrase(
    `${NEVER}(?:notify|notifying|alert(?:ing)?|warn(?:ing)?) ${USER}`,
    ` (?:${ABOUT} (?:${NAMED}|${PRONOUN}${END}|${WHAT_YOU_DID})|${YOU_DID})`,
    isAdvice,
  ),
  phrase(
    `${NEVER}${MENTION} `,
    String.raw`(?:(?:anything about )?${DEED} to ${USER}|${YOU_DID}[^.!?;\n]{1,80}? to ${USER}|to ${USER}(?:${TAIL}| that\b))`,
    isAdvice,
  ),
  phrase(
    `(?:must|should)(?: not|n't| never) be (?:mentioned|revealed|disclosed|told) to ${USER}`,
    undefined,
    (found) => isAdvice(found) || !NAMES_DEED.test(found.before),
  ),
  phrase(
    String.raw`\bwithout (?:first |ever |even |explicitly )?(?:(?:telling|informing) ${USER}|letting ${USER} know|${MENTION} (?:this|that|it) to ${USER})`,
    TAIL,
    isNotAnOrder,
  ),
  phrase(
    String.raw`\bwithout ${USER}(?:'s)? (?:knowing|knowledge|noticing)\b`,
    undefined,
    (found) => isNotAnOrder(found) || !DO_THIS.test(found.before),
  ),
  phrase(
    String.raw`\b(?:hid(?:e|ing)|conceal(?:ing)?|withhold(?:ing)?) `,
    String.raw`(?:(?!it\b|them\b)${DEED}|the fact that [^.!?;\n]{1,80}?) from ${THE_USER}${END}`,
    isNotAnOrder,
  ),
  phrase(
    String.raw`\bkeep(?:ing)? `,
    `(?:${NAMED}|${PRONOUN})(?: hidden| (?:a )?secret| private)? from ${THE_USER}${END}`,
    isNotAnOrder,
  ),
  phrase(String.raw`\b${USER} must(?: not|n't| never) ${LEARN}`, String.raw`(?:${TAIL}| that\b)`, isAdvice),
  phrase(String.raw`\b${USER} (?:should|shall)(?: not|n't| never) ${LEARN}`, TAIL, isAdvice),
];

const NAMES_DEED = new RegExp(`\\b(?:${NAMED}|${PRONOUN}) $`, 'i');
const DO_THIS = /\bdo(?:ing)? (?:this|that|it|so)(?: \w+){0,2} $/i;

/** The first words in plain texts that tell a model to keep something from the user; empty when there are none. */
export function concealmentIn(texts: readonly string[]): string {
  return firstMeant(
    texts.filter((text) => /user|human/i.test(text)),
    PHRASES,
  );
}

/** When to tell, or why it is not needed, makes it advice: "… until it is done", "… they already know". */
const CONDITION = /\b(?:until|unless|before|without|yet|already)\b/i;
/** "Logs that do not tell the user about …" describes something. */
const DESCRIPTION = /\b(?:that|which|who|they|we|it) $/i;
const SECRET =
  /\b(?:secrets?|tokens?|passwords?|passphrases?|credentials?|keys?|ids?|identifiers?|uuids?|hash(?:es)?|pins?|otps?|e-?mails?)\b/i;
const PRONOUN_REVEALED = /\b(?:reveal|disclos)\w* (?:this|that|it|them|these|those)\b|\b(?:it|them)\b/i;

function isAdvice(found: Found): boolean {
  return (
    isAboutPhrases(found) ||
    CONDITION.test(found.after) ||
    DESCRIPTION.test(found.before) ||
    // "It is a signing key. Never reveal it to the user." keeps a secret, not a deed.
    (PRONOUN_REVEALED.test(found.match) && SECRET.test(found.lead))
  );
}

const NEGATION =
  /\b(?:not|never|no|nor|cannot|avoid|refrain|instead of|rather than|refuse|prevents?|forbidden|prohibited)\b|n't\b/i;
/** Something else does it, or may: "a job that ends without telling the user", "files changed without …". */
const OTHER_SUBJECT = /\b(?:that|which|who|may|might|can|could|would|whether)\b/i;
const PARTICIPLE = /(?<!\b(?:be|get) )\b(?:\w+ed|made|set|done|sent|run|taken) $/i;
const SWITCH = /\b(?:if|when|set to|is) true\b|\bif set\b|\b(?:flag|option|whether) to\b/i;

function isNotAnOrder(found: Found): boolean {
  const { before } = found;
  return isAdvice(found) || [NEGATION, OTHER_SUBJECT, PARTICIPLE, SWITCH].some((words) => words.test(before));
}
