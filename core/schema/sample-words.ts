/**
 * The texts we send. Every one says that it is a sample, so that it cannot be the name of somebody's record by
 * chance: a tool that deletes by name finds nothing. Scorecard specification 1.2, rows 7 and 8.
 */

/** Substrings of a property's lower-cased name, in this order: `filename` and `entityName` both hold `name`. Three texts each, so that three cases differ. */
const BY_KEYWORD: readonly (readonly [string, readonly [string, string, string]])[] = [
  ['query', ['sample query one', 'sample query two', 'sample query three']],
  ['search', ['sample search one', 'sample search two', 'sample search three']],
  ['text', ['This is a sample text.', 'Another sample text.', 'One more sample text.']],
  ['message', ['This is a sample message.', 'Another sample message.', 'One more sample message.']],
  ['email', ['ada.sample@example.com', 'bo.sample@example.org', 'cy.sample@example.net']],
  ['url', ['https://example.com/sample/one', 'https://example.org/sample/two', 'https://example.net/sample/three']],
  ['path', ['/srv/sample/one.txt', '/srv/sample/two.txt', '/srv/sample/three.txt']],
  ['filename', ['sample-one.txt', 'sample-two.txt', 'sample-three.txt']],
  ['name', ['Sample Ada Toolscore', 'Sample Bo Toolscore', 'Sample Cy Toolscore']],
  ['city', ['Sampleton', 'Sample Falls', 'Port Sample']],
  ['country', ['Sampleland', 'Sample Islands', 'Republic of Sample']],
];

/** The three texts for a property, or undefined when no keyword is in its name. */
export function keywordTexts(name: string): readonly string[] | undefined {
  const lower = name.toLowerCase();
  return BY_KEYWORD.find(([keyword]) => lower.includes(keyword))?.[1];
}

/** Longer names make no better sample; a server may use thousands of characters. In UTF-16 units. */
const MAX_NAME = 100;

/** The text for any other property. */
export function sampleText(name: string): string {
  return `sample_${name.length > MAX_NAME ? name.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, '') : name}`;
}

/** The same sample as other patterns might want it written, for properties with a pattern. */
export function spellings(text: string): readonly string[] {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const lower = words.map((word) => word.toLowerCase());
  const capital = lower.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return [
    ...new Set([
      lower.join('-'),
      lower.join(''),
      capital.join(''),
      [lower[0] ?? '', ...capital.slice(1)].join(''),
      lower.join('_').toUpperCase(),
      lower.join('.'),
      lower.join('/'),
      `/${lower.join('/')}`,
      capital.join(' '),
      'sample',
      'Sample',
      'SAMPLE',
    ]),
  ];
}

/** The first example a description gives: `e.g.` and a quoted value. Row 5. */
export function exampleIn(description: string): string | undefined {
  const found = /\be\.g\.[,:]?\s*(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|“([^”\n]+)”|‘([^’\n]+)’)/.exec(
    description.slice(0, 10_000),
  );
  return found?.slice(1).find((value) => value !== undefined);
}
