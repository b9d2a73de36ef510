/** Makes each declared call of a tool twice. Spec: scorecard 2.7. */

import type { Confidence, IdempotentCall, ProbeScope } from '../../core/index.js';
import type { ToolIdempotence } from '../../schemas/observations.gen.js';
import { failureAdvice, ask, isNamed, startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail, observeCheck } from '../effect-checks/check.js';
import { type Compared, compareResults } from './compare.js';

type Scope = ProbeScope<'tool'>;
type Answer = Awaited<ReturnType<typeof ask>>;

/** One observation for each declared call of this tool. */
export async function look(scope: Scope): Promise<void> {
  const { tool } = scope.subject;
  if (!isNamed(tool, scope.catalog)) return;
  for (const declared of scope.effects.idempotent.filter((one) => one.tool === tool.name))
    await observeCheck(scope, 'tool.idempotence', new Twice(scope, declared));
}

class Twice implements Check<'tool.idempotence'> {
  readonly #scope: Scope;
  readonly #declared: IdempotentCall;
  readonly #details: Detail[] = [];
  #compared: Compared | undefined;

  constructor(scope: Scope, declared: IdempotentCall) {
    this.#scope = scope;
    this.#declared = declared;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const args = await startingArguments(this.#scope, tool, this.#declared.args);
    const answers: Answer[] = [];
    for (const step of ['first call', 'second call']) {
      const answer = await ask(this.#scope, tool, args);
      this.#details.push({ step, outcome: answer.kind, note: answer.kind === 'answered' ? '' : answer.reason });
      if (answer.kind === 'silent') throw new CannotTell(`the ${step} tells nothing: ${answer.reason}`);
      answers.push(answer);
    }
    this.#compared = this.#compare(answers);
  }

  data(): ToolIdempotence {
    const { tool, id = '' } = this.#declared;
    const { compared = 'nothing', same = null, difference = '' } = this.#compared ?? {};
    const summary = same === true ? `the same call returned the same ${WORDS[compared]} twice` : '';
    return { check: 'idempotent', tool, id, compared, same, difference, summary, details: this.#details };
  }

  basis(): string {
    return 'declared in the probe config';
  }

  confidence(): Confidence {
    return 'high';
  }

  #compare([first, second]: readonly Answer[]): Compared {
    if (first?.kind === 'answered' && second?.kind === 'answered') return compareResults(first.result, second.result);
    if (first?.kind === 'refused' && second?.kind === 'refused')
      throw new CannotTell(
        `${failureAdvice('each of the two calls', first.reason, this.#scope.subject.tool)}, or with args in the config`,
      );
    const told = (answer: Answer | undefined): string =>
      answer?.kind === 'refused' ? `was refused (${answer.reason})` : 'worked';
    const difference = `the first call ${told(first)}, the second ${told(second)}`;
    return { compared: 'outcome', same: false, difference };
  }
}

const WORDS: Readonly<Record<Compared['compared'], string>> = {
  structured: 'structured content',
  texts: 'texts',
  content: 'content',
  outcome: 'outcome',
  nothing: 'nothing',
};
