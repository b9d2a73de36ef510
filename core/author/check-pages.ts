/** The page of every rule of a pack: there, with the headings that every page has, and with something below them. */

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { HEADINGS } from '../build/rule-page.mjs';
import { shownPath } from '../shown-path.js';
import type { PackRule } from './check-rules.js';
import { inFile, type PackFindings } from './findings.js';

const WANTED = HEADINGS.map((heading) => `## ${heading}`).join(', ');
/** Characters of a section: a few words. */
const LEAST_TEXT = 20;

/** Absolute paths of the pages that are there. Rules in code have none: nothing would show it. */
export async function checkPages(
  rules: readonly PackRule[],
  cwd: string,
  findings: PackFindings,
): Promise<readonly string[]> {
  const pages: string[] = [];
  for (const { rule, file, locate } of rules.filter(({ inCode }) => !inCode)) {
    const path = `${file.slice(0, -extname(file).length)}.md`;
    const shown = shownPath(path, cwd);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) {
      findings.problem(locate, ['id'], `the rule has no page. Write ${shown}: "# ${rule.id}", then ${WANTED}.`);
      continue;
    }
    pages.push(path);
    for (const { line, message } of faultsOf(text, rule.id)) findings.problem(inFile(shown, line), [], message);
  }
  return pages;
}

interface Section {
  readonly line: number;
  readonly heading: string;
  readonly text: string;
}

function faultsOf(text: string, id: string): readonly { readonly line: number; readonly message: string }[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const faults: { line: number; message: string }[] = [];
  if (lines[0]?.trim() !== `# ${id}`)
    faults.push({ line: 1, message: `the page begins with ${JSON.stringify(lines[0])}; expected "# ${id}".` });
  const sections = sectionsOf(lines);
  const headings = sections.map(({ heading }) => heading);
  const missing = HEADINGS.filter((heading) => !headings.includes(heading));
  if (missing.length > 0)
    faults.push({
      line: lines.length,
      message: `the page lacks ${missing.map((one) => `"## ${one}"`).join(', ')}. Add it.`,
    });
  else if (headings.join('\n') !== HEADINGS.join('\n')) {
    const at = sections.find(({ heading }, index) => heading !== HEADINGS[index]);
    faults.push({
      line: at?.line ?? 1,
      message: `"## ${at?.heading}" stands out of place. Every page has, in this order: ${WANTED}.`,
    });
  }
  for (const { line, heading, text: body } of sections)
    if (HEADINGS.includes(heading) && body.trim().length < LEAST_TEXT)
      faults.push({ line, message: `below "## ${heading}" stands next to nothing. Write a sentence.` });
  return faults;
}

/** Headings inside of code are none. */
function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: { line: number; heading: string; text: string }[] = [];
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^## (.+?)\s*$/.exec(line)?.[1];
    const last = sections.at(-1);
    if (heading !== undefined) sections.push({ line: index + 1, heading, text: '' });
    else if (last !== undefined) last.text += `${line}\n`;
  }
  return sections;
}
