/** What the command line must know before anything else is loaded. A test holds it against the plugins themselves. */

import { UsageError } from '../core/index.js';

/** Options of `mcp test` that set an option of a plugin. */
const pluginFlags = [
  {
    flags: '--cases <n>',
    description: 'happy cases for each tool (3)',
    plugin: 'scenarios',
    option: 'cases',
    key: 'cases',
    unset: undefined,
    value: (text: string | undefined) => wholeNumber('--cases', text),
  },
  {
    flags: '--no-edge-cases',
    description: 'leave out the calls with deliberately bad arguments',
    plugin: 'scenarios',
    option: 'edgeCases',
    key: 'edgeCases',
    unset: true,
    value: () => false,
  },
  {
    flags: '--no-probe-grade-cap',
    description: 'leave the grade to the score alone, even when a tool did not do what it reported',
    plugin: 'cap-effect-failures',
    option: 'enabled',
    key: 'probeGradeCap',
    judges: true as const,
    unset: true,
    value: () => false,
  },
];

/** Names that `--report` takes when no plugin from outside brings more. */
const reportFormats = ['json', 'md', 'markdown', 'html', 'sarif', 'junit', 'github', 'badge'];

export const flags = { pluginFlags, reportFormats };

function wholeNumber(flag: string, text: string | undefined): number {
  if (text !== undefined && /^-?\d{1,6}$/.test(text.trim())) return Number(text);
  throw new UsageError(`${flag} takes a whole number, found "${text ?? ''}".`);
}
