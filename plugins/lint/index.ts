import {
  definePlugin,
  type EmitOptions,
  exampleTool,
  headerMarksIn,
  type JsonObject,
  oneLine,
  type ObserveScope,
  type ProbeScope,
  type RuleInput,
  undeclaredArguments,
  type Tool,
} from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';
import { instructionBlockIn } from './blocks.js';
import { controlsIn, unseenIn } from './characters.js';
import { concealmentIn } from './concealment.js';
import { hintsOf, parametersOf, type Passage, passagesOf, sentencesOf } from './facts.js';
import { listsIn } from './lists.js';
import { listingOf, propertiesIn, requiredNamesIn } from './listing.js';
import { exposedNames } from './names.js';
import { overrideIn } from './override.js';
import { referencesIn } from './references.js';
import { plainText, textsOf } from './texts.js';

const NAME = 'lint';
const INSTRUCTIONS = '<instructions>';
/** Properties, and required names, looked at in one schema. No honest schema comes near it. */
const MEMBERS = 1_000;
/** UTF-16 units of a header's name. */
const MAX_NAME = 60;

/** The order of the specification, which is that of the list of fixes; rules it does not know come last. Spec: scorecard 1.6. */
const ORDER = [
  'description-missing',
  'description-short',
  'definition-large',
  'name-not-snake-case',
  'schema-missing',
  'schema-untyped',
  'property-untyped',
  'required-unknown',
  'required-undeclared',
  'header-mark-invalid',
  'tool-reference-missing',
  'text-hidden-characters',
  'text-bidi-controls',
  'text-invisible',
  'text-conceal',
  'text-override',
  'text-instruction-block',
  'schema-items-missing',
  'argument-undeclared',
];

export default definePlugin({
  name: NAME,
  summary: 'Reads the definitions of tools and the instructions of the server, and calls nothing.',
  effects: 'read',
  emits: {
    'tool.listing': observationSchemas['tool.listing'],
    'tool.property': observationSchemas['tool.property'],
    'tool.required-name': observationSchemas['tool.required-name'],
    'tool.lists': observationSchemas['tool.lists'],
    'tool.named-arguments': observationSchemas['tool.named-arguments'],
    'tool.header-mark': observationSchemas['tool.header-mark'],
    'text.tool-reference': observationSchemas['text.tool-reference'],
    'text.content': observationSchemas['text.content'],
    'text.sentence': observationSchemas['text.sentence'],
    'tool.parameter': observationSchemas['tool.parameter'],
    'tool.hints': observationSchemas['tool.hints'],
  },
  rules: inOrder(builtInRules.lint),
  warmUp() {
    const server = { name: '', version: '', protocolVersion: '', era: 'stateless', instructions: '', capabilities: {} };
    const catalog = { server, tools: [exampleTool], resources: [], prompts: [] };
    const nothing = (): void => {};
    const wanted = (): boolean => false;
    const scope = { subject: { tool: exampleTool }, catalog, emit: nothing, inconclusive: nothing, wanted };
    observeTool(scope as unknown as ProbeScope<'tool'>);
  },
  apply({ hooks }) {
    hooks.observe.for('tool').tapPromise(NAME, ({ each }: ObserveScope<'tool'>) => each(observeTool));
    hooks.observe.for('server').tapPromise(NAME, ({ each }: ObserveScope<'server'>) => each(observeInstructions));
  },
});

function observeTool(scope: ProbeScope<'tool'>): void {
  const { tool } = scope.subject;
  const listing = listingOf(tool);
  scope.emit('tool.listing', listing);
  if (listing.schemaState !== 'missing') observeSchema(scope, tool.name, tool.inputSchema, listing.propertyCount);
  observeMarks(scope, tool);
  const [...undeclared] = undeclaredArguments(tool, scope.catalog.tools);
  if (undeclared.length > 0)
    scope.emit('tool.named-arguments', { tool: tool.name, undeclared, first: undeclared[0] ?? '' });
  observeTexts(scope, tool.name, textsOf(tool), [tool.name]);
  observeForPacks(scope, tool);
}

/** Many, so only for rules that read them. */
function observeForPacks(scope: ProbeScope<'tool'>, tool: Tool): void {
  const { wanted, emit, inconclusive } = scope;
  if (wanted('tool.hints')) emit('tool.hints', hintsOf(tool));
  if (wanted('tool.parameter')) {
    const parameters = parametersOf(tool.inputSchema);
    for (const parameter of parameters.slice(0, MEMBERS)) emit('tool.parameter', { tool: tool.name, ...parameter });
    if (parameters.length > MEMBERS) inconclusive('tool.parameter', onlySome(parameters.length, 'parameters'));
  }
  if (wanted('text.sentence')) observeSentences(scope, tool.name, passagesOf(tool), {});
}

function observeSentences(
  { emit, inconclusive }: ProbeScope<'tool'> | ProbeScope<'server'>,
  owner: string,
  passages: readonly Passage[],
  options: EmitOptions,
): void {
  const sentences = sentencesOf(passages);
  for (const sentence of sentences.slice(0, MEMBERS)) emit('text.sentence', { owner, ...sentence }, options);
  if (sentences.length > MEMBERS)
    inconclusive('text.sentence', onlySome(sentences.length, 'sentences'), undefined, options);
}

function observeSchema(
  { emit, inconclusive }: ProbeScope<'tool'>,
  tool: string,
  schema: JsonObject,
  count: number,
): void {
  for (const property of propertiesIn(schema, MEMBERS)) emit('tool.property', { tool, ...property });
  if (count > MEMBERS) inconclusive('tool.property', onlySome(count, 'properties'));
  const required = requiredNamesIn(schema);
  for (const name of required.slice(0, MEMBERS)) emit('tool.required-name', { tool, ...name });
  if (required.length > MEMBERS) inconclusive('tool.required-name', onlySome(required.length, 'required names'));
  const lists = listsIn(schema);
  if (lists.lists > 0) emit('tool.lists', { tool, ...lists });
}

/** Certain only where the server speaks the revision that knows marks. */
function observeMarks({ catalog, emit }: ProbeScope<'tool'>, { name: tool, inputSchema }: Tool): void {
  for (const { header, place, fault = '', certain } of headerMarksIn(inputSchema)) {
    const confidence = certain && catalog.server.era === 'stateless' ? 'high' : 'medium';
    emit('tool.header-mark', { tool, header: oneLine(header, MAX_NAME), place, fault }, { confidence });
  }
}

function onlySome(count: number, what: string): string {
  return `only the first ${MEMBERS} of ${count} ${what} were looked at`;
}

function observeInstructions(scope: ProbeScope<'server'>): void {
  const { instructions } = scope.subject.server;
  if (instructions === '') return;
  observeTexts(scope, INSTRUCTIONS, [instructions], []);
  if (!scope.wanted('text.sentence')) return;
  const passages = [{ place: 'the text', text: instructions }];
  observeSentences(scope, INSTRUCTIONS, passages, { subject: { kind: 'server', name: INSTRUCTIONS } });
}

/** Wording is looked for in `texts`, unseen characters in `names` as well. */
function observeTexts(
  scope: ProbeScope<'tool'> | ProbeScope<'server'>,
  owner: string,
  texts: readonly string[],
  names: readonly string[],
): void {
  const { catalog, emit, inconclusive } = scope;
  const options = scope.subject.kind === 'server' ? { subject: { kind: 'server', name: INSTRUCTIONS } } : {};
  const plain = texts.map(plainText);
  for (const { data, doubt } of referencesIn(plain, exposedNames(catalog))) {
    if (doubt === undefined) emit('text.tool-reference', { owner, ...data }, options);
    else inconclusive('text.tool-reference', doubt, { owner, ...data }, options);
  }
  const content = {
    owner,
    ...unseenIn([...names, ...texts]),
    concealment: concealmentIn(plain),
    override: overrideIn(plain),
    instructionBlock: instructionBlockIn(plain),
    controlCharacters: controlsIn([...names, ...texts]),
  };
  emit('text.content', content, options);
}

function inOrder(rules: readonly RuleInput[]): RuleInput[] {
  const place = ({ id }: RuleInput): number => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return [...rules].sort((a, b) => place(a) - place(b));
}
