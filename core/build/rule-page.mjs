// The part of a rule's page that its YAML says already, and the headings every page has.

import { table } from './table.mjs';

const START = '<!-- rule:start -->';
const END = '<!-- rule:end -->';
/** Headings of every page, in order. */
export const HEADINGS = ['Why it matters', 'What is reported', 'How to fix it', 'When to turn it off', 'References'];
/** A label of a manifest says what its author declared: there is no guess to explain, and nothing to turn off. */
const LABEL_HEADINGS = ['What is reported', 'How to fix it'];
const LABELS = ['gate', 'readiness'];

function summary({
  title,
  failure,
  severity,
  confidence,
  since,
  observes,
  family = 'lint',
  options = {},
  recommended,
  counted,
}) {
  const names = Object.entries(options).map(([name, value]) => `\`${name}\` (${JSON.stringify(value)})`);
  const how = [severity, ...(recommended === false ? ['off'] : []), ...(counted === false ? ['not counted'] : [])];
  return [
    START,
    `**${title}.** Reported as: ${failure}.`,
    table([
      ['Severity', 'Confidence', 'Since', 'Observes', 'Family'],
      [how.join(', '), confidence, since, `\`${observes}\``, family],
    ]),
    ...(names.length > 0 ? [`Options: ${names.join(', ')}.`] : []),
    END,
  ].join('\n\n');
}

/**
 * The page with its heading and summary as the rule says them, and what is wrong with the rest.
 * @returns {{ text: string, problems: string[] }}
 */
export function refreshPage(rule, page) {
  const top = `# ${rule.id}\n\n${summary(rule)}\n`;
  const end = page.indexOf(END);
  const rest = end < 0 ? page.replace(/^# .*\n+/, '') : page.slice(end + END.length);
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading.trim());
  const wanted = LABELS.includes(rule.family) ? LABEL_HEADINGS : HEADINGS;
  const missing = wanted.filter((heading) => !headings.includes(heading));
  const problems = missing.map((heading) => `lacks the heading "## ${heading}".`);
  if (missing.length === 0 && headings.join() !== wanted.join()) {
    problems.push(
      `has the headings ${headings.join(', ')}. Every page has these, in this order: ${wanted.join(', ')}.`,
    );
  }
  return { text: `${top}\n${rest.trimStart()}`.trimEnd() + '\n', problems };
}
