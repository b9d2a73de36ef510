// Built-in rules: reads and checks rules/FOLDER/ID.yaml as rules from outside are checked, so that at run time they need
// neither the YAML parser nor ajv nor a check.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { importSources } from './import-sources.mjs';
import { refreshIndex } from './rule-index.mjs';
import { refreshPage } from './rule-page.mjs';
import { compilePresets } from './rule-presets.mjs';
import { writeIfChanged } from './write-file.mjs';

/** The loader and the checks of core. */
const CHECKS = `
export { describeProblems } from './core/origin.js';
export { checkRule } from './core/rules/check-rule.js';
export { identityFaults } from './core/rules/check-identity.js';
export { loadRuleFile } from './core/rules/load.js';
export { sourceOf } from './core/rules/source.js';
`;

async function ruleFiles(root) {
  const entries = await readdir(join(root, 'rules'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = [];
  for (const folder of folders.sort()) {
    const names = await readdir(join(root, 'rules', folder));
    for (const name of names.filter((name) => name.endsWith('.yaml')).sort())
      files.push({ folder, id: basename(name, '.yaml') });
  }
  return { folders, files };
}

async function readRules(root, schemas, problems) {
  const { checkRule, describeProblems, identityFaults, loadRuleFile, sourceOf } = await importSources(root, CHECKS);
  for (const [kind, schema] of Object.entries(schemas))
    problems.push(...identityFaults(schema).map((fault) => `schemas/observations/${kind}.schema.json  ${fault}`));
  const { folders, files } = await ruleFiles(root);
  const rules = [];
  for (const { folder, id } of files) {
    const source = `rules/${folder}/${id}.yaml`;
    try {
      const [rule, ...others] = (await loadRuleFile(join(root, source), source)).rules;
      if (others.length > 0) problems.push(`${source}  holds several rules. Give each a file of its own.`);
      if (rule.id !== id)
        problems.push(`${source}  holds the rule "${rule.id}". A rule and its file have the same name.`);
      const twin = rules.find((other) => other.rule.id === rule.id);
      if (twin !== undefined) problems.push(`${source}  is called like rules/${twin.folder}/${rule.id}.yaml.`);
      if (schemas[rule.observes] === undefined)
        problems.push(`${source}  observes "${rule.observes}", which has no schema in schemas/observations.`);
      problems.push(...describeProblems(await checkRule(rule, schemas[rule.observes]), sourceOf(rule).locate));
      rules.push({ folder, rule });
    } catch (error) {
      if (error.problems === undefined) throw error;
      problems.push(...error.problems);
    }
  }
  return { folders, rules };
}

async function readPresets(root, rules, problems) {
  const file = 'rules/presets.yaml';
  const written = parse(await readFile(join(root, file), 'utf8'), { version: '1.2', schema: 'core' });
  const compiled = compilePresets(
    written,
    rules.map(({ rule }) => rule),
  );
  problems.push(...compiled.problems.map((problem) => `${file}  ${problem}`));
  return compiled.presets;
}

/** Refreshes the pages; with `check`, says which are not up to date instead. */
async function pages(root, rules, check, problems) {
  for (const { folder, rule } of rules) {
    const name = `rules/${folder}/${rule.id}.md`;
    const before = await readFile(join(root, name), 'utf8').catch(() => undefined);
    if (before === undefined) {
      if (check) problems.push(`${name}  does not exist. Every rule has a page.`);
      continue;
    }
    const page = refreshPage(rule, before);
    if (!check) await writeIfChanged(join(root, name), page.text);
    else
      problems.push(
        ...page.problems.map((problem) => `${name}  ${problem}`),
        ...(page.text === before ? [] : [`${name}  is stale. Run: npm run generate`]),
      );
  }
}

/** Refreshes the list of all rules; with `check`, says when it is not up to date instead. */
async function index(root, rules, presets, check, problems) {
  const name = 'rules/README.md';
  const before = await readFile(join(root, name), 'utf8');
  const text = refreshIndex(rules, presets, before);
  if (text === undefined) problems.push(`${name}  has no place for the list of rules.`);
  else if (!check) await writeIfChanged(join(root, name), text);
  else if (text !== before) problems.push(`${name}  is stale. Run: npm run generate`);
}

/** Rules that an ordinary run does not judge by have modules of their own. */
const APART = ['gate', 'readiness'];

const rulesOf = (rules, name) => rules.filter(({ folder }) => folder === name).map(({ rule }) => rule);

/** The rules of a folder in the order of `rules/labels.yaml`, which names them all. */
async function labelled(root, rules, check, problems) {
  const file = 'rules/labels.yaml';
  const labels = parse(await readFile(join(root, file), 'utf8'), { version: '1.2', schema: 'core' });
  return Object.fromEntries(
    APART.map((name) => {
      const order = labels[name] ?? [];
      const own = rulesOf(rules, name);
      for (const { id } of own)
        if (!order.includes(id)) problems.push(`${file}  does not name "${id}" of rules/${name}.`);
      for (const id of check ? order : [])
        if (!own.some((rule) => rule.id === id))
          problems.push(`${file}  names "${id}", which is no rule of rules/${name}.`);
      return [name, own.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))];
    }),
  );
}

function apartText(head, rules) {
  return `${head}import type { RuleInput } from '../core/index.js';

/** The rules of this folder, as \`ID.yaml\` says them; checked. */
export const rules: readonly RuleInput[] = ${JSON.stringify(rules, null, 1)};
`;
}

function moduleText(head, { folders, rules }, presets) {
  const byFolder = Object.fromEntries(
    folders.filter((name) => !APART.includes(name)).map((name) => [name, rulesOf(rules, name)]),
  );
  const names = (record) =>
    Object.keys(record)
      .map((name) => `'${name}'`)
      .join(' | ') || 'never';
  return `${head}import type { RuleInput, Toggle } from '../core/index.js';

type PresetToggle = Toggle | { readonly severity: Toggle; readonly counted: boolean };

/** The built-in rules by folder, as \`rules/FOLDER/ID.yaml\` says them; checked. */
export const builtInRules: Readonly<Record<${names(byFolder)}, readonly RuleInput[]>> = ${JSON.stringify(byFolder, null, 1)};

const presets: Readonly<Record<${names(presets)}, Readonly<Record<string, PresetToggle>>>> = ${JSON.stringify(presets, null, 1)};

/** What each \`toolscore:NAME\` of \`rules/presets.yaml\` says of every built-in rule. */
export const builtInPresets: ReadonlyMap<string, Readonly<Record<string, PresetToggle>>> = new Map(Object.entries(presets));
`;
}

/**
 * Makes `rules/rules.gen.ts` and refreshes the pages; with `check`, writes nothing and checks the pages, too.
 * @throws Error with everything that is wrong, one line each
 */
export async function generateRules({ root, head, schemas, check }) {
  const problems = [];
  const read = await readRules(root, schemas, problems);
  const ordinary = read.rules.filter(({ folder }) => !APART.includes(folder));
  const presets = await readPresets(root, ordinary, problems);
  const apart = await labelled(root, read.rules, check, problems);
  await pages(root, read.rules, check, problems);
  await index(root, read.rules, presets, check, problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (check) return;
  await writeIfChanged(join(root, 'rules/rules.gen.ts'), moduleText(head, read, presets));
  for (const name of APART) await writeIfChanged(join(root, `rules/${name}.gen.ts`), apartText(head, apart[name]));
}
