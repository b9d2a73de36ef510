/** `toolscore pack check`: what stands in the way of publishing a pack. No server is started. */

import { checkPack, type PackChecked } from '../author/check-pack.js';
import { printableLines } from '../text/printable.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';

export async function runPackCheck(folder = '.', { version, load }: Composition): Promise<number> {
  const taken = (await load()).plugins.map(({ name }) => name);
  const checked = await checkPack({ folder, cwd: process.cwd(), version, taken });
  const { problems, advice } = checked;
  const lines = [
    ...problems,
    ...(advice.length > 0
      ? [...(problems.length > 0 ? [''] : []), 'Advice, which fails nothing:', ...advice.map((one) => `  ${one}`)]
      : []),
    ...(problems.length + advice.length > 0 ? [''] : []),
    summary(checked),
  ];
  process.stdout.write(`${lines.map((line) => printableLines(line)).join('\n')}\n`);
  return problems.length > 0 ? EXIT.failed : EXIT.ok;
}

function summary({ title, problems, rules, pages, testFiles, presets, code }: PackChecked): string {
  const parts = [
    count(rules, 'rule'),
    count(pages, 'page'),
    count(testFiles, 'test file'),
    count(presets.length, 'preset'),
    code.length === 0 ? 'no code' : `code: ${code.join(', ')}`,
  ];
  const verdict =
    problems.length === 0
      ? 'Nothing stands in the way of publishing it.'
      : `${count(problems.length, 'problem')} to solve.`;
  return `${title}: ${parts.join(', ')}. ${verdict}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
