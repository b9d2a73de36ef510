/** The runs of a watch, one after the other. */

import { messageOf, UsageError } from '../errors.js';
import type { Report } from '../model.js';
import { ServerError } from '../session/port.js';
import type { Changes } from '../shipped.js';
import { shownPath } from '../shown-path.js';
import { printable } from '../text/printable.js';
import type { Listen } from '../watch/ears.js';
import type { Places } from '../watch/places.js';
import { Restless } from '../watch/restless.js';
import { Rounds, type Settle } from '../watch/rounds.js';
import type { Given } from './options.js';
import { type Plan, runInputOf } from './plan.js';
import { type Kind, LINT } from './run-kind.js';
import { faultWords } from './say.js';
import { progressOf, terminalOf } from './terminal.js';

/** What a watch meets the world with. A command line has one way only; tests have another. */
export interface WatchParts {
  readonly listen: Listen;
  readonly settle: Settle;
  readonly stop: AbortSignal;
  /** The time of day, as it is shown. */
  readonly clock: () => string;
  /** Shows what moved. */
  readonly show: (text: string) => void;
  /** Tells a line beside it. */
  readonly say: (line: string) => void;
}

interface WatchInput {
  readonly kind: Kind;
  readonly options: Given;
  readonly cwd: string;
  /** Plans once more: a kernel runs once, and the config may be among the files that changed. */
  readonly planned: () => Promise<Plan>;
  readonly changes: Changes;
  readonly places: Places;
  readonly parts: WatchParts;
}

export class Watching {
  readonly #input: WatchInput;
  readonly #rounds: Rounds;
  readonly #restless = new Restless();
  #plan: Plan | undefined;
  /** Of the last run that came to one. */
  #before: Report | undefined;

  constructor(input: WatchInput, plan: Plan) {
    this.#input = input;
    this.#plan = plan;
    this.#rounds = new Rounds((changed) => this.#round(changed), input.parts.settle);
  }

  async untilStopped(): Promise<void> {
    const { places, parts } = this.#input;
    const { stop, say } = parts;
    const ears = await parts.listen(places, {
      changed: (path) => this.#heard(path),
      failed: (message) => say(`Some files cannot be watched: ${printable(message, { max: 300 })}`),
    });
    try {
      await this.#rounds.begin();
      say(`Watching ${this.#shown(places.roots)}. Ctrl+C ends.`);
      if (!stop.aborted)
        await new Promise<void>((done) => stop.addEventListener('abort', () => done(), { once: true }));
    } finally {
      await ears.close();
    }
  }

  #heard(path: string): void {
    const { places, parts } = this.#input;
    if (parts.stop.aborted) return;
    if (places.isSource(path) || this.#restless.counts(path, this.#rounds.running)) this.#rounds.heard(path);
  }

  /** Never rejects: whatever is wrong with the server now, the next change may repair. */
  async #round(changed: readonly string[]): Promise<void> {
    const { parts, changes, kind, options } = this.#input;
    const terminal = terminalOf(options);
    if (changed.length > 0) parts.show(changes.heading(parts.clock(), this.#names(changed), terminal));
    try {
      const report = await this.#run();
      if (parts.stop.aborted) return;
      const table = kind === LINT ? 'lint' : 'scorecard';
      if (this.#before !== undefined) parts.show(changes.words(this.#before, report, table, terminal));
      this.#before = report;
    } catch (error) {
      if (!parts.stop.aborted) parts.say(`  No run: ${whyNot(error)} Waiting for a change.`);
    }
    const restless = this.#restless.runEnded();
    if (restless.length > 0)
      parts.say(
        `  ${this.#shown(restless)} changed in every run, as what a server writes does, and is left out from now on.`,
      );
  }

  async #run(): Promise<Report> {
    const { planned, kind, options, parts } = this.#input;
    const plan = this.#plan ?? (await planned());
    this.#plan = undefined;
    const { outputs } = plan.settings;
    const isFirst = this.#before === undefined;
    const progress = progressOf(options);
    try {
      const { report, faults } = await plan.kernel.run({
        ...(await runInputOf(plan, kind, options)),
        outputs: isFirst ? outputs : outputs.filter(({ path }) => path !== '-'),
        progress: progress.step,
        beforeReport: () => progress.end(),
      });
      for (const fault of isFirst ? [] : faults) parts.say(printable(`Plugin ${faultWords(fault)}`));
      return report;
    } finally {
      progress.end();
    }
  }

  #names(paths: readonly string[]): readonly string[] {
    return paths.map((path) => shownPath(path, this.#input.cwd)).toSorted();
  }

  #shown(paths: readonly string[]): string {
    return printable([...new Set(this.#names(paths))].join(', '), { max: 300 });
  }
}

/** In one line, with what the server said itself. */
function whyNot(error: unknown): string {
  if (error instanceof UsageError) return sentence(error.problems.join('; '));
  if (!(error instanceof ServerError)) return sentence(messageOf(error));
  const lines = (error.detail ?? '').split('\n').filter((line) => line.trim() !== '');
  const said = lines.find((line) => /(Error|Exception)\b/.test(line)) ?? lines.at(-1);
  return `${sentence(error.message)}${said === undefined ? '' : ` It wrote: ${sentence(said.trim())}`}`;
}

/** Printable, with one full stop. */
const sentence = (text: string): string => `${printable(text, { max: 300 }).replace(/\.+$/, '')}.`;
