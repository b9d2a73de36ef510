/** Every forbidden import as `file  imports target: reason`. `sources` holds texts by path from the root. */
export declare function importFaults(sources: ReadonlyMap<string, string>): string[];

/** The sources the check is about. */
export declare function readSources(root: string): Promise<Map<string, string>>;
