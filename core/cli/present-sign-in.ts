/** Shows a person where to sign in: the address on standard error, and in a browser where somebody is there to see it. */

import { spawn } from 'node:child_process';
import { say } from './say.js';

/** Removes what shows how far the run is, which somebody who signs in need not see. */
const CLEAR_LINE = '\r\u001b[K';

interface Stream {
  readonly isTTY?: boolean;
}

/** Never fails: whoever sees no browser has the address. */
export function presentSignIn(
  { href }: URL,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  { out = process.stdout, err = process.stderr }: { readonly out?: Stream; readonly err?: Stream } = {},
): void {
  const clear = err.isTTY === true && environment['TERM'] !== 'dumb' ? CLEAR_LINE : '';
  // Percent-encoded as an address is, so nothing in it acts on a terminal.
  say(`${clear}The server wants somebody to sign in. Open this address; the run goes on when that is done:\n  ${href}`);
  const isSeen = out.isTTY === true && err.isTTY === true;
  const [program, ...args] = isSeen ? browserCommand(href, process.platform, environment) : [];
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** How a browser is opened, without a shell; empty where there is none, or nobody to see it. */
export function browserCommand(
  address: string,
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { CI: ci = '', DISPLAY: x = '', WAYLAND_DISPLAY: wayland = '' } = environment;
  if (ci !== '' && ci !== 'false') return [];
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  // Elsewhere it could be one in this very terminal.
  return x === '' && wayland === '' ? [] : ['xdg-open', address];
}
