import { answerOf, excerptOf, NO_SUCH_TOOL, type ProbeScope } from '../../core/index.js';
import { counted, shortened } from '../effect-checks/words.js';
import { about, head } from './head.js';
import { observeLists } from './lists.js';

type Scope = ProbeScope<'surface'>;

/** How a server says that it has no such tool. */
const UNKNOWN =
  /\bunknown\b|\bnot found\b|\bno such\b|\bdoes not exist\b|\bno tool\b|\binvalid tool\b|\bunrecogni[sz]ed\b|\bunsupported\b|\bnot (?:a )?(?:known|available|supported|recogni[sz]ed|implemented|registered)\b/i;
const MAX_SAMPLE = 120;

/** At most 1 call and the lists that the server declares. */
export async function look(scope: Scope): Promise<void> {
  await observeLists(scope);
  if (scope.catalog.tools.length > 0) await observeUnknownTool(scope);
  observeStdout(scope);
}

async function observeUnknownTool(scope: Scope): Promise<void> {
  const record = await scope.call('tools/call', { name: NO_SUCH_TOOL, arguments: {} });
  const answer = answerOf(record);
  if (answer.kind === 'silent' || answer.kind === 'lost')
    return scope.inconclusive(
      'server.unknown-tool',
      `the call of an unknown tool tells nothing: ${answer.reason}`,
      undefined,
      about(scope),
    );
  const accepted = answer.kind === 'answered';
  const said = accepted ? JSON.stringify(excerptOf(record, MAX_SAMPLE)) : '';
  const inWords = UNKNOWN.test(said);
  const says = inWords ? `it only says ${said}` : said === '""' ? 'it says nothing' : said;
  const outcome = accepted ? 'answered' : 'refused';
  scope.emit(
    'server.unknown-tool',
    {
      ...head('unknown-tool'),
      accepted,
      says: accepted ? says : '',
      summary: accepted ? '' : 'a call of an unknown tool is refused',
      details: [{ step: 'a call of an unknown tool', outcome, note: said }],
    },
    { confidence: inWords ? 'medium' : 'high', evidence: [record], basis: 'one call', ...about(scope) },
  );
}

/** Counted in the session itself. Source: Model Context Protocol, Transports, stdio. */
function observeStdout(scope: Scope): void {
  const { noiseLines, noiseSamples } = scope.sessions.counts;
  if (noiseLines === 0) return;
  const sample = shortened((noiseSamples[0] ?? '').trim(), MAX_SAMPLE);
  scope.emit(
    'server.stdout',
    {
      ...head('stdout'),
      lines: howMany(noiseLines),
      sample,
      summary: '',
      details: noiseSamples.map((line) => ({
        step: 'read standard output',
        outcome: 'no message',
        note: shortened(line, MAX_SAMPLE),
      })),
    },
    { confidence: 'high', evidence: [], basis: 'every line that the server wrote', ...about(scope) },
  );
}

/** Roughly, because lines may still be on their way: two runs of one server say the same. */
function howMany(lines: number): string {
  return lines < 10 ? counted(lines, 'lines') : `more than ${10 ** Math.floor(Math.log10(lines - 1))} lines`;
}
