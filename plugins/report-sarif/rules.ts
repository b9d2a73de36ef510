import { type JsonObject, pageOf, printableLines, type Report, type Rule, sarifText } from '../../core/index.js';
import { levelOf } from './level.js';

/** UTF-16 units of one line of a page. */
const LINE = { max: 2_000 };

/** What code scanning shows of the rules that found something, in the order of `ids`. */
export function ruleDescriptors({ rules }: Report, ids: readonly string[]): Promise<readonly JsonObject[]> {
  return Promise.all(
    ids.map(async (id) => {
      const rule = rules.get(id);
      return rule === undefined ? { id } : descriptorOf(rule, await pageText(rule));
    }),
  );
}

function descriptorOf(rule: Rule, page: string | undefined): JsonObject {
  const { id, title, failure, fix, family, confidence, counted } = rule;
  const severity = rule.toggle === 'off' ? rule.severity : rule.toggle;
  const level = levelOf({ severity, counted });
  return {
    id,
    shortDescription: { text: sarifText(failure) },
    fullDescription: { text: sarifText(`${failure}. It should be: ${title}.`) },
    help: { text: sarifText(fix), ...(page !== undefined && { markdown: page }) },
    defaultConfiguration: { level },
    properties: {
      // Both words are what code scanning sorts by; it knows no other values.
      precision: confidence,
      'problem.severity': level === 'note' ? 'recommendation' : level,
      tags: ['mcp', family, ...(counted ? [] : ['not-counted'])],
    },
  };
}

/** The page without its title and the table that the fields above repeat. */
async function pageText(rule: Rule): Promise<string | undefined> {
  const page = await pageOf(rule);
  if (page === undefined) return undefined;
  const text = page.replace(/^# .*\n/, '').replace(/<!-- rule:start -->[^]*?<!-- rule:end -->/, '');
  return printableLines(text.trim(), LINE);
}
