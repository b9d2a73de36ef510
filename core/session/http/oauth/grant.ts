/** Gets tokens for one server, by whichever grant the user chose. Loaded when the server first wants one. */

import type { HttpTarget, OAuthOptions } from '../../../model.js';
import { learnSecret } from '../../../secrets.js';
import { isSafe } from './addresses.js';
import { type Challenge, challengeIn, joinScopes } from './challenge.js';
import type { Client } from './client.js';
import { clientToken } from './client-credentials.js';
import { discover, type Issuer } from './discovery.js';
import { OAuthFailure } from './failure.js';
import { boundedFetch } from './fetch.js';
import type { GrantParts, Patience } from './parts.js';
import { loadSdk, type Sdk } from './sdk.js';
import { signIn } from './sign-in.js';
import { type Token, tokenIn } from './token.js';
import { wordsFor } from './words.js';

export class Grant {
  readonly #target: HttpTarget;
  readonly #server: URL;
  readonly #options: OAuthOptions;
  readonly #sdk: Sdk;
  /** Who gave out the last token. */
  #issuer: Issuer | undefined;
  /** Who signed in there, and has the refresh token. A client registers once with each. */
  #client: Client | undefined;

  private constructor(target: HttpTarget, options: OAuthOptions, sdk: Sdk) {
    this.#target = target;
    this.#options = options;
    this.#server = new URL(target.url);
    this.#server.hash = '';
    this.#sdk = sdk;
  }

  /** @throws OAuthFailure when a token cannot be sent to the server safely */
  static async for(target: HttpTarget, options: OAuthOptions): Promise<Grant> {
    if (!isSafe(new URL(target.url))) throw new OAuthFailure('a token is only sent over https, or to this machine');
    return new Grant(target, options, await loadSdk());
  }

  /** What a refusal with this WWW-Authenticate header asks for. */
  challenge(header: string | undefined): Challenge {
    return challengeIn(this.#sdk, header);
  }

  /**
   * A token for what the challenge wants and what was asked for before.
   * @throws OAuthFailure when there is none
   */
  async first(challenge: Challenge, before: string | undefined, patience: Patience): Promise<Token> {
    const parts = await this.#parts(challenge, patience);
    const { scope: chosen, grant } = this.#options;
    // What the user chose is all there is, until the server wants more for something.
    const first = chosen ?? challenge.scope ?? parts.issuer.scopes;
    const scope = before === undefined ? first : joinScopes(before, challenge.scope);
    if (grant === 'client-credentials') return this.#keep(tokenIn(await clientToken(parts, scope), scope));
    const { tokens, client } = await signIn(parts, scope, this.#client);
    this.#client = client;
    return this.#keep(tokenIn(tokens, scope));
  }

  /** Whether another token is to be had without a person. */
  renews({ refresh }: Token): boolean {
    return this.#options.grant === 'client-credentials' || (refresh !== undefined && this.#client !== undefined);
  }

  /**
   * Another token in the place of an old one.
   * @throws OAuthFailure when it is refused
   */
  async renew({ refresh, asked }: Token, patience: Patience): Promise<Token> {
    const parts = await this.#parts(undefined, patience);
    if (this.#options.grant === 'client-credentials')
      return this.#keep(tokenIn(await clientToken(parts, asked), asked));
    if (refresh === undefined || this.#client === undefined) throw new OAuthFailure('there is no refresh token');
    const { url, metadata, resource } = parts.issuer;
    const more = { ...(metadata && { metadata }), ...(resource !== undefined && { resource }) };
    const how = { clientInformation: this.#client, refreshToken: refresh, fetchFn: parts.fetch, ...more };
    try {
      return this.#keep(tokenIn(await this.#sdk.refreshAuthorization(url, how), asked));
    } catch (error) {
      throw wordsFor(error, 'its authorization server does not renew the token');
    }
  }

  /** `challenge`: who gives out tokens is found out anew; left out, whoever gave out the last does. */
  async #parts(challenge: Challenge | undefined, { timeoutMs, signal }: Patience): Promise<GrantParts> {
    const learn = (secret: string): void => this.#learn(secret);
    const server = this.#server;
    const [sdk, options] = [this.#sdk, this.#options];
    const fetch = boundedFetch({ server, timeoutMs, signal, learn });
    const before = this.#issuer;
    const issuer =
      before !== undefined && challenge === undefined
        ? before
        : await discover({ sdk, server, fetch, options }, challenge ?? NOTHING);
    // What one authorization server gave out is nothing to another. Source: SEP-2352.
    if (before !== undefined && before.url.href !== issuer.url.href) this.#client = undefined;
    this.#issuer = issuer;
    return { sdk, fetch, issuer, options, signal, learn };
  }

  #keep(token: Token): Token {
    this.#learn(token.value);
    if (token.refresh !== undefined) this.#learn(token.refresh);
    return token;
  }

  #learn(secret: string): void {
    learnSecret(this.#target, secret);
  }
}

const NOTHING: Challenge = { error: undefined, metadataUrl: undefined, scope: undefined };
