/** Addresses that a manifest run may go to. Source: manifest specification, R-3. */

import { UsageError } from '../errors.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * An address of http or https without credentials, query and fragment. One that is not this machine's needs
 * `allowRemote` and https. `elsewhere` says how to get to others.
 * @throws UsageError; the address is not repeated, because it may hold a secret
 */
export function checkedEndpoint(
  text: string,
  allowRemote: boolean,
  flag = '--url',
  elsewhere = '--allow-remote-http allows others, over https.',
): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${flag} takes an address such as http://127.0.0.1:3000/mcp.`);
  }
  const refuse = (why: string): never => {
    throw new UsageError(`${flag} ${why}`);
  };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuse('takes an address of http or https.');
  if (url.username !== '' || url.password !== '')
    refuse('takes no user or password in the address. Put them into TOOLSCORE_HTTP_AUTHORIZATION.');
  if (url.search !== '' || text.includes('?')) refuse('takes an address without a query.');
  if (url.hash !== '' || text.includes('#')) refuse('takes an address without a fragment.');
  if (LOOPBACK.test(url.hostname)) return url;
  if (!allowRemote) refuse(`takes an address of this machine. ${elsewhere}`);
  if (url.protocol !== 'https:') refuse('takes https for an address that is not of this machine.');
  return url;
}
