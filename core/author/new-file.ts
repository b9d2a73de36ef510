/** A file that `toolscore new` writes. */
export interface NewFile {
  /** From the folder of the example. */
  readonly path: string;
  readonly text: string;
}
