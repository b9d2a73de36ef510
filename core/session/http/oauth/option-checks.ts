/** What the options of a sign-in may be, whoever gives them. */

import type { HttpTarget } from '../../../model.js';
import { isLoopback, isSafe } from './addresses.js';

/** RFC 6749, 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Scopes parted by one blank each; undefined when the text holds none, or something else. */
export function scopesIn(text: string): string | undefined {
  const scopes = text.split(' ').filter((one) => one !== '');
  return scopes.length > 0 && scopes.every((one) => SCOPE.test(one)) ? scopes.join(' ') : undefined;
}
export const SCOPES_WORDS = 'scopes parted by blanks, such as "files:read files:write"';

export function isIssuer(text: string): boolean {
  const url = plainAddress(text);
  return url !== undefined && isSafe(url);
}
export const ISSUER_WORDS = 'an address of https, such as https://login.example.com/tenant';

export function isCallback(text: string): boolean {
  const url = plainAddress(text);
  return url?.protocol === 'http:' && isLoopback(url) && url.port !== '';
}
export const CALLBACK_WORDS = 'an http address of this machine with a port, such as http://127.0.0.1:8765/callback';

export const KEY_WORDS = 'an RSA or EC key in PKCS #8 PEM, which begins with -----BEGIN PRIVATE KEY-----';

/** Without login, query and fragment. */
function plainAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.search === '' && url.hash === '' && url.username === '' ? url : undefined;
}

/** Whether something that the user gave authorizes already. */
export function authorizes({ url, headers = {} }: Pick<HttpTarget, 'url' | 'headers'>): 'header' | 'login' | undefined {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return 'header';
  const { username, password } = new URL(url);
  return username !== '' || password !== '' ? 'login' : undefined;
}
