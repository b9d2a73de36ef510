/** What a client's config says to have toolscore as a server. */

export interface StartedEntry {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ReachedEntry {
  readonly type: 'http';
  readonly url: string;
}

/** The file that most clients read, with nothing else in it. */
export function clientConfig(entry: StartedEntry | ReachedEntry): string {
  return `${JSON.stringify({ mcpServers: { toolscore: entry } }, null, 2)}\n`;
}
