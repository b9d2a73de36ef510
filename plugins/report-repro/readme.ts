import {
  type CallEntry,
  isObject,
  jsonText,
  markdownCode,
  markdownProse,
  markdownText,
  printable,
  quoteCommand,
  REDACTED,
  type Report,
  type ShownTarget,
} from '../../core/index.js';
import type { Failure } from './failures.js';

/** Characters of an argument set or an answer that a table shows; the lines to send have all of it. */
const CELL = { max: 300 };
const TEXT = { max: 2_000 };

/** What is in the folder. */
export function listReadme(report: Report, failures: readonly Failure[]): string {
  const head = `# Failed checks of effects: ${serverOf(report)}\n`;
  if (failures.length === 0) return `${head}\nNone: no check of effects failed in this run.\n`;
  const rows = failures.map(
    ({ folder, finding }) =>
      `| [${markdownText(folder)}](${folder}/README.md) | ${severityOf(finding)} | ${markdownProse(finding.message, CELL)} |`,
  );
  return `${head}
| failure | severity | what was seen |
| ------- | -------- | ------------- |
${rows.join('\n')}
`;
}

/** One failure: what was seen, the calls, and how to make them again. */
export function failureReadme(report: Report, target: ShownTarget, failure: Failure): string {
  const { finding, basis, calls, folder } = failure;
  const { rule, owner, message, fix, confidence } = finding;
  return `# ${rule} on ${markdownText(owner, CELL)}

${markdownProse(message, TEXT)}

- Server: ${serverOf(report)}, MCP ${markdownText(report.server.protocolVersion)}
- Severity: ${severityOf(finding)}, confidence: ${confidence}${basis === '' ? '' : `, found out by: ${markdownText(basis)}`}
- What to do: ${markdownProse(fix, TEXT)}

## What was asked and what came back

| call | tool | arguments | outcome | answer |
| ---- | ---- | --------- | ------- | ------ |
${calls.map(row).join('\n')}

## See it again

${target.kind === 'stdio' ? overPipes(target, folder) : overHttp(target, report.server.era)}

The calls were made behind the scenarios of the same run, so a server that keeps its data should begin with the same
data. Texts that begin with \`tsp\` were made up for the run and meet no record of yours.
`;
}

function severityOf({ severity, counted }: Failure['finding']): string {
  return counted ? severity : `${severity}, not counted in the grade`;
}

function serverOf({ server }: Report): string {
  return markdownText(`${server.name} ${server.version}`.trim() || 'a server without a name', CELL);
}

function row({ id, method, params, outcome, excerpt }: CallEntry): string {
  const { name, arguments: given } = params;
  const tool = typeof name === 'string' ? name : method;
  const shown = isObject(given)
    ? jsonText(given)
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim()
    : '';
  return `| ${id} | ${markdownCode(tool, CELL)} | ${markdownCode(shown, CELL)} | ${outcome} | ${markdownText(excerpt, CELL)} |`;
}

function overPipes({ command, env }: Extract<ShownTarget, { kind: 'stdio' }>, folder: string): string {
  const hidden = command.some((word) => word.includes(REDACTED))
    ? `Put back what stands as \`${REDACTED}\` in the command.\n`
    : '';
  const variables =
    env.length === 0 ? '' : `Set first, as in the run: ${env.map((name) => markdownCode(name)).join(', ')}.\n`;
  return `From the folder that the server's command is meant for:

\`\`\`sh
sh …/${folder}/replay.sh
\`\`\`

It starts the server as the run did and sends [requests.jsonl](requests.jsonl), each line when the one before it is
answered. By hand: start the server and paste the lines one by one.
${hidden}${variables}
\`\`\`sh
${fenced(quoteCommand(command))}
\`\`\``;
}

function overHttp({ url, headers }: Extract<ShownTarget, { kind: 'http' }>, era: Report['server']['era']): string {
  const needed =
    headers.length === 0 ? '' : ` with the headers ${headers.map((name) => markdownCode(name)).join(', ')}`;
  const repeated =
    era === 'stateless'
      ? `Each also carries in \`MCP-Protocol-Version\` the version
that the line names, in \`Mcp-Method\` its method, and in \`Mcp-Name\` the tool it calls.`
      : `A session id that the first answer carries goes
into the header \`Mcp-Session-Id\` of the others, and the version that it names into \`MCP-Protocol-Version\`.`;
  return `Send each line of [requests.jsonl](requests.jsonl) as the body of a POST request to ${markdownCode(url)}${needed}, one
after the other, with \`Content-Type: application/json\` and \`Accept: application/json, text/event-stream\`. ${repeated}`;
}

/** A command line inside a fence: nothing in it ends the fence or acts on a terminal. The script has it as it is. */
function fenced(command: string): string {
  return printable(command, TEXT).replaceAll('```', '` ``');
}
