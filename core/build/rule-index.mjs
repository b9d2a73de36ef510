// The list of all rules in rules/README.md, made from the rules and the presets.
import { table } from './table.mjs';

const START = '<!-- rules:start -->';
const END = '<!-- rules:end -->';

/** The folders of rules in the order of the page. A folder that is missing here comes last, under its own name. */
const FOLDERS = {
  lint: ['Definitions', 'What a model reads: names, descriptions, schemas. No tool is called.'],
  scenarios: ['Calls', 'What valid and deliberately bad calls were answered with.'],
  effects: ['Effects', 'Whether tools did what they reported; with `--probes`.'],
  gate: [
    'Reasons of manifest runs',
    'What a case of a manifest fails with. They apply to what the manifest declares, whatever the preset.',
  ],
  readiness: ['Reasons of the readiness score', 'What lowers the score of `toolscore score`, whatever the preset.'],
};

const cell = (text) => text.replaceAll('|', '\\|');
const link = (folder, { id }) => `[${id}](${folder}/${id}.md)`;

/** `warning`, or `error, not counted` for what is shown beside the grade. */
function setting(toggle) {
  if (typeof toggle === 'string') return toggle;
  return toggle.counted || toggle.severity === 'off' ? toggle.severity : `${toggle.severity}, not counted`;
}

/** Rules that presets speak of, with what each preset says; the others with their own severity. */
function tableOf(folder, rules, presets) {
  const names = Object.keys(presets).filter((name) => rules.every(({ id }) => Object.hasOwn(presets[name], id)));
  const settings = names.length > 0 ? names.map((name) => `In \`${name}\``) : ['Severity'];
  const rows = rules.map((rule) => [
    link(folder, rule),
    cell(rule.title),
    rule.confidence,
    ...(names.length > 0 ? names.map((name) => setting(presets[name][rule.id])) : [rule.severity]),
  ]);
  return table([['Rule', 'What it wants', 'Confidence', ...settings], ...rows]);
}

function sectionOf(folder, rules, presets) {
  const [title, about] = FOLDERS[folder] ?? [folder, ''];
  return [`## ${title}`, ...(about === '' ? [] : [about]), tableOf(folder, rules, presets)].join('\n\n');
}

/**
 * The page with its list as the rules say it. `rules`: `{ folder, rule }` in the order of the page.
 * @returns {string | undefined} undefined when the page has no place for the list
 */
export function refreshIndex(rules, presets, page) {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) return undefined;
  const folders = [...new Set([...Object.keys(FOLDERS), ...rules.map(({ folder }) => folder)])];
  const sections = folders
    .map((folder) => [folder, rules.filter((one) => one.folder === folder).map(({ rule }) => rule)])
    .filter(([, own]) => own.length > 0)
    .map(([folder, own]) => sectionOf(folder, own, presets));
  const top = `${rules.length} rules are built in.`;
  return `${page.slice(0, start)}${START}\n\n${[top, ...sections].join('\n\n')}\n\n${page.slice(end)}`;
}
