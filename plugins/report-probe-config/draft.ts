import { isReadOnlyTool, isWriteTool, type Report, type Tool } from '../../core/index.js';
import { draftPairs } from './pairs.js';
import { draftAgreements, draftIdempotent, draftRelations } from './reads.js';
import { list, named } from './yaml.js';

/** Characters of all entries together, well below what is read of a config file. */
const MAX_LENGTH = 100_000;
/** Tools that are only named. */
const MAX_NAMES = 100;

/**
 * A probe config for the author to go through: what the heuristics would guess, written down. An entry whose guess is
 * weak is commented out. Always a config that loads and fits the tools. Spec: scorecard E20.
 */
export async function draftConfig({ server, tools: listed }: Pick<Report, 'server' | 'tools'>): Promise<string> {
  // A tool without a name cannot be named.
  const tools = listed.filter(({ name }) => name !== '');
  const room = { left: MAX_LENGTH };
  const sections = [
    head(`${server.name} ${server.version}`.trim()),
    ARGS,
    list('pairs', await draftPairs(tools), room),
    list('relations', draftRelations(tools), room),
    list('agreements', draftAgreements(tools), room),
    list('idempotent', draftIdempotent(tools), room),
    leftAlone(tools),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function head(server: string): readonly string[] {
  return [
    `# Drafted for ${named(server)} from the names and schemas of its tools; none was called.`,
    '#',
    '# Everything in this file counts as certain: a failure lowers the score and caps the grade at C. So go through it,',
    '# correct what is wrong, and delete what you cannot promise. What is commented out is a weak guess. Then:',
    '#   toolscore mcp test … --probe-config FILE                   what only reads',
    '#   toolscore mcp test … --probe-config FILE --allow-writes    all of it, against a disposable server',
  ];
}

const ARGS: readonly string[] = [
  '# Values that your server accepts, where made-up ones fail:',
  '# args:',
  '#   TOOL: { NAME: VALUE }',
];

/** Tools that are neither read from nor written to by probes. */
function leftAlone(tools: readonly Tool[]): readonly string[] {
  const names = tools.filter((tool) => !isReadOnlyTool(tool) && !isWriteTool(tool)).map(({ name }) => named(name));
  const [first, more] = [[...new Set(names)].slice(0, MAX_NAMES), new Set(names).size - MAX_NAMES];
  if (names.length === 0) return [];
  return [
    '# Probes call none of these, because they neither read nor only store. Name those that only store under writes:',
    ...first.map((name) => `#   ${name}`),
    ...(more > 0 ? [`#   and ${more} more`] : []),
    '# writes: []',
  ];
}
