/** What plugins get for `toolscore` in a test run: the sources. */
export const OWN = { toolscore: new URL('../../core/index.ts', import.meta.url).href };
