import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';

/** A path as messages show it: from `folder`, with forward slashes; `.` for the folder itself. */
export function shownPath(path: string, folder: string): string {
  const short = relative(folder, path);
  // On another drive there is no way from here to there.
  return (isAbsolute(short) ? short : short || '.').split(sep).join('/');
}

/** The same with a leading `./`, as a user would type it. */
export function typedPath(path: string, folder: string): string {
  const shown = shownPath(path, folder);
  return isAbsolute(shown) || shown.startsWith('.') ? shown : `./${shown}`;
}

/** A path as a user would say it: from `folder` when it lies in there, else with `~` when it lies in their home. Of a shell's making; programs do not know `~`. */
export function shownFromHome(path: string, folder: string): string {
  const shown = shownPath(path, folder);
  if (!shown.startsWith('../') && !isAbsolute(shown)) return shown;
  const fromHome = shownPath(path, homedir());
  return fromHome.startsWith('../') || isAbsolute(fromHome) ? shown : `~/${fromHome}`;
}
