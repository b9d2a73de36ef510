/**
 * Where a text sends the model to a tool by name. Precision first: field names, values, modes, programs of the system
 * and tools of other servers stand in the same places. Spec: scorecard 1.6, "What counts as a reference to a tool".
 */

import type { ObservationMap } from '../../core/index.js';
import type { ExposedNames } from './names.js';
import { around, type Found } from './wording.js';

export interface Reference {
  readonly data: Omit<ObservationMap['text.tool-reference'], 'owner'>;
  /** Why it cannot be told whether the tool is missing. */
  readonly doubt?: string;
}

const NAME = '[a-zA-Z][a-zA-Z0-9_-]{1,63}';
const QUOTED = `(?:\`(?<back>${NAME})\`|"(?<double>${NAME})"|'(?<single>${NAME})')`;
/** "the `update_issue` tool", but not "tool names" or "tool-based". */
const TOOL = String.raw` tool\b(?!-| (?:names?|ids?|types?|modes?|groups?|sets?|kits?|famil(?:y|ies)|categor(?:y|ies)|windows?|box|bars?|panels?|palettes?)\b)`;

/** One shape of a reference, with what its name must be like beyond being a name. */
interface Shape {
  readonly pattern: RegExp;
  readonly fits: (name: string, found: Found, names: ExposedNames) => boolean;
}

const SHAPES: readonly Shape[] = [
  { pattern: new RegExp(QUOTED + TOOL, 'g'), fits: (name, found) => isJoined(name) || !isProgram(found) },
  {
    pattern: new RegExp(
      String.raw`\b(?<verb>[Uu]se|[Cc]all|[Ii]nvoke|[Rr]un|[Tt]ry|USE|CALL|INVOKE) ${QUOTED}(?!${TOOL})`,
      'g',
    ),
    fits: isNamedLikeTool,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:[Uu]se|[Cc]all|[Ii]nvoke|USE|CALL|INVOKE) (?:the |our |this )?(?:[a-z]{1,20} )?(?<bare>[a-z][a-z0-9]{0,40}_[a-z0-9_]{1,60})${TOOL}`,
      'g',
    ),
    fits: () => true,
  },
];

/** Names of tools that plain texts (`plainText`) send the model to, each once, in the order they are found. */
export function referencesIn(texts: readonly string[], names: ExposedNames): Reference[] {
  const found = new Map<string, Reference>();
  for (const text of texts) {
    for (const { pattern, fits } of SHAPES) {
      for (const match of text.matchAll(pattern)) {
        const { back, double, single, bare } = match.groups ?? {};
        const name = back ?? double ?? single ?? bare ?? '';
        if (found.has(name)) continue;
        if (names.isTool(name)) found.set(name, { data: { name, exposed: true, suggestion: '', replacement: '' } });
        else if (!isElsewhere(name, names) && isMeant(text, match, (context) => fits(name, context, names)))
          found.set(name, missing(name, names));
      }
    }
  }
  return [...found.values()];
}

/** What a client can offer a server; tools that need it are listed only to clients that do, and toolscore offers none of it. */
const CLIENT_FEATURE = /(?:^|[_-])(?:roots?|sampling|elicit(?:ation)?)(?:[_-]|$)/;

function missing(name: string, names: ExposedNames): Reference {
  const suggestion = names.suggest(name);
  const replacement =
    suggestion === '' ? 'the name of a tool that this server lists' : `"${suggestion}", the listed tool most like it`;
  const data = { name, exposed: false, suggestion, replacement };
  if (!CLIENT_FEATURE.test(name)) return { data };
  return { data, doubt: `"${name}" is not listed, but may be for clients with the feature it is named after` };
}

/** A client's prefix in front of an exposed tool, another server's tool, a name that stands for any tool, or no tool at all. */
function isElsewhere(name: string, names: ExposedNames): boolean {
  return (
    names.isOther(name) ||
    name.includes('__') ||
    /^(?:(?:an?|the|my|your|some|any|other|another|example|this|that)[_-])?tools?(?:[_-]names?)?$/i.test(name)
  );
}

/** The text warns of the tool, tells its history, or asks whether there is one. */
const NOT_THERE =
  /(?:(?:\b(?:not|never|avoid|without|cannot|instead of|rather than|no)|n't)(?: \w+){0,2}|\b(?:formerly|previously|renamed|replac\w*|supersed\w*|deprecat\w*|legacy|unlike|no longer|if (?:you|there|the client) (?:have|has|is))(?: \w+){0,3}) $/i;
const GONE =
  /^ (?:is|was|were|has been|are) (?:\w+ )?(?:deprecated|removed|renamed|replaced|gone|missing|unavailable)\b/i;
const IF_AVAILABLE =
  /\b(?:if|when|where)(?: [\w`"'-]+){0,4} (?:available|installed|enabled|present|exposed|configured)\b/i;
/** "The `update_issue` tool of the GitHub server". */
const SOMEBODY_ELSES =
  /^ (?:tool )?(?:\(?(?:from|of|on|in|via|provided by|offered by|exposed by)) (?!(?:this|the same) )(?:\w[\w.-]{0,30} ){0,4}(?:server|mcp|client|host|extension|plugin|package|library|sdk|cli|api|app|ide)\b/i;

function isMeant(text: string, match: RegExpExecArray, fits: (found: Found) => boolean): boolean {
  const found = around(text, match.index, match[0]);
  const { before, after } = found;
  const absent =
    NOT_THERE.test(before) ||
    GONE.test(after) ||
    SOMEBODY_ELSES.test(after) ||
    IF_AVAILABLE.test(`${before}${match[0]}${after}`);
  return !absent && fits(found);
}

/** Words joined by `_` or `-`, as in most tool names. */
function isJoined(name: string): boolean {
  return /[a-zA-Z0-9][_-][a-zA-Z0-9]/.test(name);
}

/** Sentences about programs, built-in tools of clients and tools people hold: "wraps the `jq` tool", "your editor's `Read` tool". */
const PROGRAM =
  /\b(?:wraps?|wrapper|wrapping|like|similar|equivalent|based on|unix|linux|posix|shell|bash|terminal|command[- ]line|cli|binary|executable|install\w*|under the hood|system|external|third[- ]party|built-?in|native|client|host|editor|ide|canvas|drawing|requires?|needs?|powered|implement\w*|uses)\b/i;

function isProgram({ before, after }: Found): boolean {
  return PROGRAM.test(before) || PROGRAM.test(after);
}

/** Verbs that begin the names of tools and hardly ever those of fields. */
const VERBS = new Set(
  'get set create delete fetch add remove find insert make send update list search read write edit open close move copy query run execute start stop show describe lookup resolve submit upload download save load generate analyze check validate toggle enable disable trigger cancel subscribe publish post reply register connect authenticate compare convert merge'.split(
    ' ',
  ),
);
/** Verbs that are nouns as well, so that `search_term` and `read_time` are fields. */
const NOUNS = new Set(
  'set list search read write update edit query run start stop copy open close move show check save load download upload'.split(
    ' ',
  ),
);
/** Last words of fields, parameters and pages. */
const FIELDS = new Set(
  'after before since until from to per id ids token tokens cursor page pages key keys name names path paths url urls uri time date at by count size type types limit offset query term terms field fields flag mode status state value values index number string text format order total version only'.split(
    ' ',
  ),
);
/** "Use `read-only` mode", "use `cursor_id` field". */
const NOT_A_TOOL_BEHIND =
  /^ (?:modes?|flags?|options?|fields?|parameters?|params?|arguments?|args?|property|properties|values?|formats?|headers?|keys?|attributes?|columns?|settings?|types?|style|syntax|variables?|cursors?|tokens?|endpoint|method|function|command|script|alias|hook|package|library|module|api|prompt|resource|for (?:the )?next|from (?:the |a )?(?:previous|last|prior|response|result|output)|(?:as|in) (?:the |an? |your )?\S+ (?:parameter|argument|field|value)|(?:returned|given) (?:by|in|from)|=)/i;

/**
 * A quoted name right behind a verb: lower-case words joined by `_`, or by `-` where this server names its tools so. Behind
 * "use", "try" and "run" stand fields and values just as well, so there one of its words must be what a tool does.
 */
function isNamedLikeTool(name: string, { match, after }: Found, names: ExposedNames): boolean {
  if (!/^[a-z][a-z0-9]*[_-][a-z0-9_-]*[a-z0-9]$/.test(name) || NOT_A_TOOL_BEHIND.test(after)) return false;
  if (name.includes('-') && !names.hyphens) return false;
  const words = name.split(/[_-]+/);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (first === 'dry' || first === 'no' || last === 'only') return false;
  if (/^(?:call|invoke)/i.test(match)) return true;
  if (VERBS.has(first)) return !NOUNS.has(first) || !FIELDS.has(last);
  return words.some((word) => VERBS.has(word)) && !FIELDS.has(last);
}
