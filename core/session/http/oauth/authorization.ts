/** The token of one server: sent with each request, and got when the server says that it wants one. All connections to it share it. */

import type { HttpTarget, OAuthOptions } from '../../../model.js';
import { messageOf } from '../../../errors.js';
import { redactorFor } from '../../../secrets.js';
import { covers } from './challenge.js';
import { OAuthFailure } from './failure.js';
import type { Grant } from './grant.js';
import type { Patience } from './parts.js';
import type { Token } from './token.js';

/** Of one run: how often a token is asked for at all, and how often with other scopes or with a person. */
const MAX_ROUNDS = 100;
const MAX_FIRSTS = 3;

/** A request that was not let in. */
export interface Refusal {
  readonly status: number | undefined;
  /** WWW-Authenticate, as it came. */
  readonly challenge: string | undefined;
  /** The header that it was sent with. */
  readonly used: string | undefined;
}

/** `again`: another token is there, so that the request may be sent again. `other`: no token would help. */
export type Outcome = 'again' | 'other' | OAuthFailure;

export class Authorization {
  readonly #target: HttpTarget;
  readonly #options: OAuthOptions;
  #grant: Promise<Grant> | undefined;
  #token: Token | undefined;
  /** The server let a request with the token in. */
  #accepted = false;
  /** The token came without the right being asked for anew. */
  #renewed = false;
  #rounds = 0;
  #firsts = 0;
  #underway: Promise<Outcome> | undefined;
  /** Why a person, or the client, got no token: whoever said no is not asked again. */
  #refused: OAuthFailure | undefined;

  constructor(target: HttpTarget, options: OAuthOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** The header that goes with each request; undefined as long as the server wanted none. */
  get header(): string | undefined {
    return this.#token === undefined ? undefined : `Bearer ${this.#token.value}`;
  }

  /** The server let a request in that was sent with this header. */
  accepted(used: string | undefined): void {
    if (used !== undefined && used === this.header) this.#accepted = true;
  }

  /** Gets another token when the one there is has expired and nobody need be asked. What comes of it shows with the next request. */
  async refresh(patience: Patience): Promise<void> {
    const token = this.#token;
    if (token?.expiresAt === undefined || !this.#accepted || performance.now() < token.expiresAt) return;
    // Tried once: whether it worked or not shows with the next request.
    this.#token = { ...token, expiresAt: undefined };
    await this.#alone(async (grant) => {
      if (grant.renews(token)) this.#take(await grant.renew(token, patience), true);
      return 'again';
    });
  }

  /** What is to be done about a refusal. Never rejects. */
  async after({ status, challenge, used }: Refusal, patience: Patience): Promise<Outcome> {
    if (status !== 401 && status !== 403) return 'other';
    await this.#underway;
    // Somebody else's refusal has brought another one meanwhile.
    if (used !== this.header) return 'again';
    return this.#alone((grant) =>
      status === 401 ? this.#replace(grant, challenge, patience) : this.#widen(grant, challenge, patience),
    );
  }

  /** One at a time: whoever comes meanwhile gets what comes of it. */
  #alone(round: (grant: Grant) => Promise<Outcome>): Promise<Outcome> {
    this.#underway ??= this.#round(round).finally(() => (this.#underway = undefined));
    return this.#underway;
  }

  async #round(round: (grant: Grant) => Promise<Outcome>): Promise<Outcome> {
    try {
      this.#rounds += 1;
      if (this.#rounds > MAX_ROUNDS) throw new OAuthFailure(`it asked for a token more than ${MAX_ROUNDS} times`);
      this.#grant ??= import('./grant.js').then(({ Grant: { for: make } }) => make(this.#target, this.#options));
      return await round(await this.#grant);
    } catch (error) {
      const failure =
        error instanceof OAuthFailure ? error : new OAuthFailure('getting a token failed', undefined, messageOf(error));
      return failure.told(redactorFor(this.#target));
    }
  }

  /** The server takes no token, or not this one. */
  async #replace(grant: Grant, header: string | undefined, patience: Patience): Promise<Outcome> {
    const token = this.#token;
    if (token !== undefined && !this.#accepted && !this.#renewed)
      throw new OAuthFailure('it refuses the token that was given out for it');
    const renews = token !== undefined && this.#accepted && grant.renews(token);
    if (!renews) return this.#first(grant, header, patience);
    try {
      this.#take(await grant.renew(token, patience), true);
      return 'again';
    } catch (error) {
      if (!(error instanceof OAuthFailure) || this.#options.grant === 'client-credentials') throw error;
      return this.#first(grant, header, patience);
    }
  }

  /** The token is good, and not for this. Source: revision 2025-11-25, step-up authorization flow. */
  async #widen(grant: Grant, header: string | undefined, patience: Patience): Promise<Outcome> {
    const { error, scope } = grant.challenge(header);
    if (error !== 'insufficient_scope') return 'other';
    if (scope === undefined) throw new OAuthFailure('it wants another scope and does not say which');
    if (covers(this.#token?.asked, scope))
      throw new OAuthFailure(
        `it wants the scope ${JSON.stringify(scope)}, which was asked for already`,
        'it wants a scope that was asked for already',
      );
    return this.#first(grant, header, patience);
  }

  async #first(grant: Grant, header: string | undefined, patience: Patience): Promise<Outcome> {
    if (this.#refused !== undefined) throw this.#refused;
    this.#firsts += 1;
    if (this.#firsts > MAX_FIRSTS)
      throw new OAuthFailure(`it wanted another authorization more than ${MAX_FIRSTS} times`);
    try {
      const token = await grant.first(grant.challenge(header), this.#token?.asked, patience);
      this.#take(token, false);
      return 'again';
    } catch (error) {
      if (error instanceof OAuthFailure) this.#refused = error;
      throw error;
    }
  }

  #take(token: Token, renewed: boolean): void {
    this.#token = token;
    this.#accepted = false;
    this.#renewed = renewed;
  }
}

const known = new WeakMap<HttpTarget, Authorization>();

/** The one of a target; undefined when the user wants none. */
export function authorizationOf(target: HttpTarget): Authorization | undefined {
  if (target.oauth === undefined) return undefined;
  const authorization = known.get(target) ?? new Authorization(target, target.oauth);
  known.set(target, authorization);
  return authorization;
}
