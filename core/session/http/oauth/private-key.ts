/** A client that says who it is with a private key. Source: RFC 7523, 2.2 and 3. Node signs; a library would be 90 kB for one line. */

import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';

/** Long enough for a slow clock, short enough to be of no use to anybody else. */
const LIFETIME_S = 300;

interface Algorithm {
  /** RFC 7518, 3.1. */
  readonly name: string;
  readonly hash: string;
}

const CURVES: ReadonlyMap<string | undefined, Algorithm> = new Map([
  ['prime256v1', { name: 'ES256', hash: 'sha256' }],
  ['secp384r1', { name: 'ES384', hash: 'sha384' }],
  ['secp521r1', { name: 'ES512', hash: 'sha512' }],
]);

/** Signs for one client. */
export class ClientKey {
  readonly #key: KeyObject;
  readonly #algorithm: Algorithm;

  private constructor(key: KeyObject, algorithm: Algorithm) {
    this.#key = key;
    this.#algorithm = algorithm;
  }

  /** Undefined when the text is no RSA or EC key in PKCS #8 PEM. */
  static from(pem: string): ClientKey | undefined {
    if (!pem.includes('-----BEGIN PRIVATE KEY-----')) return undefined;
    let key: KeyObject;
    try {
      key = createPrivateKey(pem);
    } catch {
      return undefined;
    }
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const algorithm = type === 'rsa' ? { name: 'RS256', hash: 'sha256' } : CURVES.get(details?.namedCurve);
    return algorithm === undefined ? undefined : new ClientKey(key, algorithm);
  }

  /** Says to `audience` that this is the client, as a JWT. `now`: milliseconds since 1970. */
  assertion(client: string, audience: string, now = Date.now()): string {
    const iat = Math.floor(now / 1000);
    const claims = { iss: client, sub: client, aud: audience, iat, exp: iat + LIFETIME_S, jti: randomUUID() };
    const signed = `${part({ alg: this.#algorithm.name, typ: 'JWT' })}.${part(claims)}`;
    const how = { key: this.#key, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign(this.#algorithm.hash, Buffer.from(signed), how).toString('base64url')}`;
  }
}

function part(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}
