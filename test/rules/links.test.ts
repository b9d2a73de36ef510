import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagesIn, pagesUnder } from './documentation.js';

const { files: shipped } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
const pages = ['README.md', 'CHANGELOG.md', ...pagesUnder('rules'), ...pagesUnder('fixtures/examples')];

/** Text without code, in which brackets are no links. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

interface Link {
  readonly image: boolean;
  readonly target: string;
}

const linksOf = (page: string): readonly Link[] =>
  [...proseOf(page).matchAll(/(!?)\[[^\]]*\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, mark, target = '']) => ({
    image: mark === '!',
    target,
  }));

/** What a heading is called in an address, as GitHub makes it. */
const anchorsOf = (page: string): readonly string[] =>
  [
    ...readFileSync(page, 'utf8')
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const inPackage = (path: string): boolean =>
  ['README.md', 'LICENSE', 'package.json'].includes(path) ||
  shipped.some((entry) => !entry.startsWith('!') && (path === entry || path.startsWith(`${entry}/`)));

function faultOf(page: string, { image, target }: Link): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(dirname(page), path);
  if (!existsSync(join(file))) return `${page}: ${target} does not exist`;
  // A picture would only make the package larger.
  if (!image && !inPackage(file)) return `${page}: ${target} is not in the package`;
  if (anchor !== undefined && !anchorsOf(file).includes(anchor)) return `${page}: ${target} has no such heading`;
  return undefined;
}

describe('the pages of the documentation', () => {
  test('are there, and hold links', () => {
    expect(pages.length).toBeGreaterThan(140);
    expect(linksOf('README.md').length).toBeGreaterThan(20);
  });

  test('link to what exists, on the page of the repository and in the package', () => {
    expect(
      pages.flatMap((page) =>
        linksOf(page)
          .map((link) => faultOf(page, link))
          .filter((fault) => fault !== undefined),
      ),
    ).toEqual([]);
  });

  test('can be reached from the README', () => {
    const linked = new Set(
      ['README.md', 'rules/README.md'].flatMap((page) =>
        linksOf(page).map(({ target }) => posix.join(dirname(page), target.split('#')[0] ?? '')),
      ),
    );
    expect(pagesIn('rules').filter((page) => !linked.has(page))).toEqual([]);
  });

  test('are found wrong when they are', () => {
    const fault = (target: string, image = false): string | undefined => faultOf('rules/faults.md', { target, image });
    expect(fault('nowhere.md')).toContain('does not exist');
    expect(fault('../test/run.mjs')).toContain('is not in the package');
    expect(fault('../test/run.mjs', true)).toBeUndefined();
    expect(fault('README.md#nothing')).toContain('no such heading');
    expect(fault('../README.md#effect-probes')).toBeUndefined();
  });
});
