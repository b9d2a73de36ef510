/** Writes down a run while it lasts: every call with its whole answer, then what was seen. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type CallRecord,
  definePlugin,
  type EndLine,
  type PluginFault,
  type Plugin,
  type RecorderInput,
  type Report,
  type ReportInput,
  RUN_LIMITS,
  type Sessions,
  type WireCounts,
} from '../../core/index.js';
import { LineFile } from './file.js';
import { answerBytes, callLine, observationLine, sessionLine, toolLine } from './lines.js';
import { redacted } from './redacted.js';

/** Steps that judge; whoever judges the record takes them again. */
const JUDGING = /^(judge |verdict|score|gradeCap|report|close)/;

export function recorder(input: RecorderInput): Plugin {
  let record: Record | undefined;
  const started = (): Record => (record ??= new Record(input));
  return definePlugin({
    name: 'recorder',
    summary: 'Writes down a run, so that it can be judged again without a server.',
    formats: ['run'],
    readsAll: true,
    apply({ hooks }) {
      hooks.connect.tap('recorder', () => void started());
      hooks.discovery.tap('recorder', (_, { sessions }) => started().watch(sessions));
      hooks.call.tap('recorder', ({ session }, info) => {
        if (started().isNew(session)) started().addSession(session, info);
        return undefined;
      });
      hooks.called.tap('recorder', (call) => started().addCall(call));
      hooks.report.tap('recorder', ({ report, declaredIn }) => started().finish(report, declaredIn));
      hooks.close.tap('recorder', () => record?.close());
    },
  });
}

/** Where the server is declared; only what lies in this folder is known by the same name elsewhere. */
function placeIn(origin: ReportInput['declaredIn'], redact: (text: string) => string): Pick<EndLine, 'declaredIn'> {
  if (origin === undefined) return {};
  const source = relative(process.cwd(), resolve(origin.source)).split(sep).join('/');
  return source.startsWith('..') || isAbsolute(source) ? {} : { declaredIn: { ...origin, source: redact(source) } };
}

class Record {
  readonly #input: RecorderInput;
  readonly #file: LineFile;
  readonly #sessions = new Set<number>();
  #answers = 0;
  #watched: Sessions | undefined;
  #wire = '';

  constructor(input: RecorderInput) {
    this.#input = input;
    this.#file = new LineFile(input.path, RUN_LIMITS.file);
    this.#file.add(input.header);
  }

  watch(sessions: Sessions): void {
    this.#watched = sessions;
  }

  isNew(session: number): boolean {
    return !this.#sessions.has(session);
  }

  addSession(number: number, info: Parameters<typeof sessionLine>[1]): void {
    this.#sessions.add(number);
    this.#file.add(sessionLine(number, info, this.#input.redact));
  }

  addCall(call: CallRecord): void {
    const line = callLine(call, this.#news(), RUN_LIMITS.answers - this.#answers, this.#input.redact);
    this.#answers += answerBytes(line);
    this.#file.add(line);
  }

  /** What the wire saw besides answers, when that is more than at the last call. */
  #news(): WireCounts | undefined {
    const counts = this.#watched?.counts;
    if (counts === undefined) return undefined;
    const { noiseLines, orphans, oversize, batches } = counts;
    const now = [noiseLines, orphans, oversize, batches].join();
    const changed = now !== (this.#wire || '0,0,0,0');
    this.#wire = now;
    return changed ? counts : undefined;
  }

  finish(report: Report, declaredIn: ReportInput['declaredIn']): void {
    const { redact } = this.#input;
    this.#file.add({ type: 'server', server: redacted(report.server, redact) });
    for (const tool of report.tools) this.#file.add(toolLine(tool, redact));
    for (const observation of report.observations) this.#file.add(observationLine(observation, redact));
    for (const fault of report.faults.filter(({ step }) => !JUDGING.test(step)))
      this.#file.add({ type: 'fault', ...redacted<PluginFault>(fault, redact) });
    this.#file.add({ ...this.#endOf(report), ...placeIn(declaredIn, redact) }, true);
    this.#file.check();
  }

  #endOf(report: Report): EndLine {
    const { redact } = this.#input;
    const { subjects, rules, sought, probed, wire, serverEnded, restart, unfinished } = report;
    return {
      type: 'end',
      subjects: Object.fromEntries(subjects),
      kinds: [...new Set([...rules.values()].map(({ observes }) => observes))].toSorted(),
      ...(sought !== undefined && { sought: Object.fromEntries(sought) }),
      probed,
      wire: redacted(wire, redact),
      ...(serverEnded !== undefined && { serverEnded: redacted(serverEnded, redact) }),
      ...(restart !== undefined && {
        restart: restart.failure === undefined ? {} : { failure: redact(restart.failure) },
      }),
      ...(unfinished !== undefined && { unfinished: redacted(unfinished, redact) }),
      dropped: this.#file.dropped,
    };
  }

  close(): void {
    this.#file.close();
  }
}
