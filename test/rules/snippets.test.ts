import { readFileSync } from 'node:fs';
import { split } from 'shlex';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toolscore } from '../acceptance/cli.js';
import { action } from '../action/runner.js';
import { pagesIn } from './documentation.js';

interface Snippet {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

/** What readers copy: every fenced block of the README and the pages beside the rules. */
const snippets: readonly Snippet[] = ['README.md', ...pagesIn('rules')].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    page,
    language,
    text,
  })),
);
const inLanguage = (language: string): readonly Snippet[] => snippets.filter((one) => one.language === language);

/** Every text inside of a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const linesOf = (text: string): readonly string[] => text.replaceAll('\\\n', ' ').split('\n');

/** The command lines of toolscore in a snippet, from the word behind `toolscore` to a comment, a pipe or the end. */
function commandsIn({ language, text }: Snippet): readonly (readonly string[])[] {
  const scripts = language === 'sh' ? [text] : language === 'yaml' || language === 'json' ? textsIn(parse(text)) : [];
  return scripts
    .flatMap(linesOf)
    .filter((line) => /^(\$ )?(npx (--\S+ )?)?toolscore /.test(line.trim()))
    .map((line) => {
      const words = split(line.replace(/\s#.*$/, '').trim());
      const end = words.findIndex((word) => ['|', '>', '&&', ';', '--'].includes(word));
      return words.slice(words.indexOf('toolscore') + 1, end < 0 ? undefined : end);
    });
}

const helps = new Map<string, Promise<string>>();
const helpOf = (path: readonly string[]): Promise<string> => {
  const key = path.join(' ');
  const known = helps.get(key) ?? toolscore([...path, '--help']).then(({ out }) => out);
  helps.set(key, known);
  return known;
};

/** Why a command line is not one of toolscore; undefined when it is. */
async function faultOf(words: readonly string[]): Promise<string | undefined> {
  const typed = words[0]?.startsWith('--') === true ? ['mcp', 'test', ...words] : words;
  const path: string[] = [];
  for (const word of typed) {
    if (!/^[a-z][a-z-]*$/.test(word) || !new RegExp(`^ {2}${word} `, 'm').test(await helpOf(path))) break;
    path.push(word);
  }
  const help = await helpOf(path);
  const name = ['toolscore', ...path].join(' ');
  const next = typed[path.length];
  // A group of commands does nothing by itself; `findings` lists them.
  if (/^.*\[command\]$/m.exec(help)?.index === 0 && (path[0] !== 'findings' || next?.startsWith('-') === false))
    return `${name} has no command "${next}"`;
  const options = typed.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '');
  const unknown = options.filter((option) => !new RegExp(`^ {2}(-\\w, )?${option}(?=[ ,]|$)`, 'm').test(help));
  return unknown.length === 0 ? undefined : `${name} has no option ${unknown.join(', ')}`;
}

describe('what the pages give to copy', () => {
  test('is JSON and YAML where it says so', () => {
    expect(inLanguage('yaml').length).toBeGreaterThan(5);
    for (const { text } of [...inLanguage('yaml'), ...inLanguage('json')]) expect(parse(text)).toBeTypeOf('object');
  });

  test('are commands and options that there are', async () => {
    const commands = snippets.flatMap((snippet) => commandsIn(snippet).map((words) => ({ page: snippet.page, words })));
    expect(commands.length).toBeGreaterThan(40);
    const faults: string[] = [];
    for (const { page, words } of commands) {
      const fault = await faultOf(words);
      if (fault !== undefined) faults.push(`${page}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test('are found wrong when they are', async () => {
    expect(await faultOf(['mcp', 'test', '--no-such-option'])).toBe(
      'toolscore mcp test has no option --no-such-option',
    );
    expect(await faultOf(['mcp', 'grade', 'x'])).toBe('toolscore mcp has no command "grade"');
    expect(await faultOf(['grade', '--ci'])).toBe('toolscore has no command "grade"');
    expect(await faultOf(['badge', 'report.json', '-o', 'badge.svg'])).toBeUndefined();
  });
});

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

/** Steps alone, as the README has them, and those of whole workflows. */
function stepsOf(value: unknown): readonly (Step & { readonly permissions?: Workflow['permissions'] })[] {
  if (Array.isArray(value)) return (value as Step[]).filter(({ uses }) => uses !== undefined);
  const { jobs, permissions } = value as Partial<Workflow>;
  const steps = Object.values(jobs ?? {}).flatMap((job) => job.steps ?? []);
  return steps.map((step) => ({ ...step, ...(permissions && { permissions }) }));
}

describe('the workflows for GitHub', () => {
  const ours = readFileSync('.github/workflows/ci.yml', 'utf8');
  const texts = [...inLanguage('yaml').map(({ text }) => text), ours];
  const steps = texts.filter((text) => text.includes('uses:')).flatMap((text) => stepsOf(parse(text)));

  test('give the action only inputs that it has, and the version of this package', () => {
    const uses = steps.filter((step) => step.uses?.includes('/toolscore@') === true || step.uses === './');
    expect(uses.length).toBeGreaterThan(3);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const step of uses) {
      expect(Object.keys(step.with ?? {}).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
      expect(['./', `OWNER/toolscore@v${version}`]).toContain(step.uses);
    }
  });

  test('ask for the permission that an upload to code scanning needs, and pin what they use', () => {
    const uploads = steps.filter(
      (step) =>
        step.uses?.includes('upload-sarif') === true || (step.with !== undefined && 'mcp-upload-sarif' in step.with),
    );
    expect(uploads.length).toBeGreaterThan(1);
    for (const { permissions } of uploads) expect(permissions).toMatchObject({ 'security-events': 'write' });
    for (const { uses } of steps) if (uses !== undefined && uses !== './') expect(uses).toMatch(/@v\d/);
  });
});

test('the page about CI names every input and output of the action, with its default', () => {
  const page = readFileSync('rules/in-ci.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const named = (id: string, value?: string): boolean =>
    rows.some((row) => row.includes(`\`${id}\``) && (value === undefined || row.includes(`\`${value}\``)));
  const missing = Object.entries(action.inputs).filter(([id, input]) => !named(id, input.default));
  expect(missing.map(([id]) => id)).toEqual([]);
  expect(Object.keys(action.outputs).filter((id) => !named(id))).toEqual([]);
});
