interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Folders of the packages that left at least one byte in the bundle, sorted. */
export declare function bundledPackages(metafile: Metafile): string[];

/** One text with the licence of each bundled package. Throws when a package says nothing about its licence. */
export declare function licenceText(root: string, metafile: Metafile): Promise<string>;
