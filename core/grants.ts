/** Attempts of a file to let a run write. A file may come from anybody; a command line comes from the user. */

const GRANT = /^(allow|permit|grant|enable|may)(all)?(write|mutat|destr)|^permissions$/;

export const ONLY_WHO = 'Only the command line (--allow-writes) or the API may let a run write.';

/** True for a key that looks like such an attempt, however it is spelt. */
export function isGrant(key: string): boolean {
  return GRANT.test(key.toLowerCase().replaceAll(/[-_]/g, ''));
}
