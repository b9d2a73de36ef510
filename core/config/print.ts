/** Shows a config as it applies, in YAML, each line with where it was decided. Loads the YAML library; import it lazily. */

import { isAbsolute } from 'node:path';
import { Document, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import type { JsonObject } from '../json.js';
import type { Origin, Toggle } from '../model.js';
import { placeOf } from '../origin.js';
import { shownPath, typedPath } from '../shown-path.js';
import { printable } from '../text/printable.js';
import { toToggle } from './toggle.js';
import type { ResolvedConfig, ServerSetting, ToggleLayer } from './types.js';

/** A value and the comment behind it; members of an object have their own. */
type Noted =
  | { readonly value: unknown; readonly note?: Origin }
  | { readonly members: ReadonlyMap<string, Noted> }
  | { readonly items: readonly Noted[] };

/** The text of `toolscore config --print`. Values that may be secrets are not shown. `cwd`: what paths are relative to. */
export function printConfig(config: ResolvedConfig, cwd: string): string {
  const document = new Document(undefined, { version: '1.2' });
  document.commentBefore = config.file === undefined ? ' no config file' : ` read from ${printable(config.file)}`;
  document.contents = build(document, { members: settings(config, cwd) });
  // Wrapped lines would part a setting from its comment.
  return document.toString({ lineWidth: 0 });
}

function settings(config: ResolvedConfig, cwd: string): ReadonlyMap<string, Noted> {
  const { plugins, probes, scoring, server, args, argsFiles, timeoutMs, maxTimeMs } = config;
  const { reports, failUnder, baseline, ci, readOnly } = config;
  const found = new Map<string, Noted>();
  const add = (key: string, noted: Noted | undefined): unknown => noted !== undefined && found.set(key, noted);
  const list = (items: readonly Noted[]): Noted | undefined => (items.length === 0 ? undefined : { items });
  add(
    'plugins',
    list(
      plugins.map(({ specifier, origin }) => ({
        value: isAbsolute(specifier) ? typedPath(specifier, cwd) : specifier,
        note: origin,
      })),
    ),
  );
  add('rules', rules(config.layers));
  add(
    'probes',
    tree(
      probes.flatMap(({ plugin, options, origin }) =>
        Object.entries(options).map(([name, value]) => ({ path: [plugin, name], value, note: origin })),
      ),
    ),
  );
  const use = scoring.use === undefined ? [] : [{ path: ['use'], value: scoring.use.value, note: scoring.use.origin }];
  add('scoring', tree([...use, ...scoringOptions(scoring)]));
  add('server', server && serverNoted(server));
  add('args', tree(args.map(({ tool, name, value, origin }) => ({ path: [tool, name], value, note: origin }))));
  add('argsFiles', list(argsFiles.map(({ value, origin }) => ({ value: typedPath(value, cwd), note: origin }))));
  if (timeoutMs !== undefined) add('timeout', { value: timeoutMs.value / 1000, note: timeoutMs.origin });
  if (maxTimeMs !== undefined) add('maxTime', { value: maxTimeMs.value / 1000, note: maxTimeMs.origin });
  add(
    'reports',
    list(
      reports.map(({ value: { format, path }, origin }) => ({
        members: new Map([
          ['format', { value: format, note: origin }],
          ['path', { value: path === '-' ? path : shownPath(path, cwd) }],
        ]),
      })),
    ),
  );
  if (failUnder !== undefined) add('failUnder', { value: failUnder.value, note: failUnder.origin });
  if (baseline !== undefined) add('baseline', { value: typedPath(baseline.value, cwd), note: baseline.origin });
  if (ci !== undefined) add('ci', { value: ci.value, note: ci.origin });
  if (readOnly !== undefined) add('readOnly', { value: readOnly.value, note: readOnly.origin });
  return found;
}

interface NotedRule {
  severity?: { readonly value: Toggle; readonly note: Origin };
  counted?: { readonly value: boolean; readonly note: Origin };
  readonly options: Map<string, Noted>;
}

/** What all layers together say of each rule, sorted by id. */
function rules(layers: readonly ToggleLayer[]): Noted | undefined {
  const byRule = new Map<string, NotedRule>();
  for (const { rules: given, locate } of layers) {
    for (const [rule, toggle] of Object.entries(given)) {
      const { severity, options = {}, counted } = toToggle(toggle as Parameters<typeof toToggle>[0]);
      const known = byRule.get(rule) ?? { options: new Map<string, Noted>() };
      byRule.set(rule, known);
      if (counted !== undefined) known.counted = { value: counted, note: locate([rule, 'counted']) };
      if (severity !== undefined) known.severity = { value: severity, note: locate([rule]) };
      for (const [name, value] of Object.entries(options))
        known.options.set(name, { value, note: locate([rule, 'options', name]) });
    }
  }
  const sorted = [...byRule].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = sorted.map(([rule, { severity, options, counted }]): [string, Noted] => {
    if (options.size === 0 && counted === undefined && severity !== undefined) return [rule, severity];
    return [
      rule,
      {
        members: new Map<string, Noted>([
          ...(severity === undefined ? [] : [['severity', severity] as const]),
          ...(counted === undefined ? [] : [['counted', counted] as const]),
          ...(options.size === 0 && counted !== undefined ? [] : [['options', { members: options }] as const]),
        ]),
      },
    ];
  });
  return members.length === 0 ? undefined : { members: new Map(members) };
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly note: Origin | undefined;
}

function scoringOptions({ options, origins }: ResolvedConfig['scoring']): readonly Leaf[] {
  return Object.entries(options).flatMap(([name, value]): readonly Leaf[] => {
    const members = Object.keys((value ?? {}) as JsonObject).filter((member) => origins.has(`${name}.${member}`));
    if (members.length === 0) return [{ path: [name], value, note: origins.get(name) }];
    return members.map((member) => ({
      path: [name, member],
      value: (value as JsonObject)[member],
      note: origins.get(`${name}.${member}`),
    }));
  });
}

function tree(leaves: readonly Leaf[]): Noted | undefined {
  const root = new Map<string, Noted>();
  for (const { path, value, note } of leaves) {
    let members = root;
    for (const step of path.slice(0, -1)) {
      const next = members.get(step) ?? { members: new Map<string, Noted>() };
      members.set(step, next);
      if ('members' in next) members = next.members as Map<string, Noted>;
    }
    members.set(path.at(-1) ?? '', { value, ...(note === undefined ? {} : { note }) });
  }
  return root.size === 0 ? undefined : { members: root };
}

/** Environment and headers hold secrets: their names are shown, not what they hold. */
function serverNoted({ value, origin }: ServerSetting): Noted {
  if (typeof value === 'string' || Array.isArray(value)) return { value, note: origin };
  const members = Object.entries(value).map(([key, given]): [string, Noted] => {
    const secret = key === 'env' || key === 'headers';
    const shown = secret ? Object.fromEntries(Object.keys(given as object).map((name) => [name, '(hidden)'])) : given;
    return [key, { value: shown, note: origin }];
  });
  return { members: new Map(members) };
}

function build(document: Document, noted: Noted): Node {
  if ('members' in noted) {
    const map = document.createNode({}) as YAMLMap;
    for (const [key, member] of noted.members) map.items.push(pairOf(document, key, member));
    return map;
  }
  if ('items' in noted) {
    const sequence = document.createNode([]) as Node & { items: Node[] };
    sequence.items = noted.items.map((item) => build(document, item));
    return sequence;
  }
  const node = document.createNode(noted.value, { aliasDuplicateObjects: false }) as Node;
  if (noted.note !== undefined) {
    // File names may hold line breaks, and a comment must not end early.
    const note = ` ${printable(placeOf(noted.note))}`;
    // Behind a value; above the members of an object, which is the only place a comment about all of them fits.
    if (isScalar(node)) node.comment = note;
    else node.commentBefore = note;
  }
  return node;
}

function pairOf(document: Document, key: string, noted: Noted): Pair {
  return document.createPair(key, build(document, noted));
}
