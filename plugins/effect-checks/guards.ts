/** What keeps honest servers from being accused. A test takes each one out and sees the verdict go wrong. Scorecard specification, 2.5 and 11.2. */
export interface Guards {
  /** A text that was sent in the very call proves nothing when the reader repeats what it is sent. */
  readonly echo: boolean;
  /** A reader that answers for this record and refuses one that was never written shows that the record is there. */
  readonly addressed: boolean;
  /** A first write that is refused is tried again with what the tool demands only. */
  readonly secondAttempt: boolean;
  /** What the answer to the first write said as well is no report of a skip. */
  readonly boilerplate: boolean;
  /** "0 skipped" is no report of a skip. */
  readonly negation: boolean;
  /** A write without a key that replaces by its name is meant to overwrite. */
  readonly singleValue: boolean;
  /** A reader that shows a page, or the newest only, has lost nothing. */
  readonly pageWindow: boolean;
  /** What speaks against a silent no-op: a promise in the description, another id, a changed answer. */
  readonly noOpDoubts: boolean;
  /** An answer that says it failed is no reported success. */
  readonly failureWords: boolean;
}

export const ALL_GUARDS: Guards = {
  echo: true,
  addressed: true,
  secondAttempt: true,
  boilerplate: true,
  negation: true,
  singleValue: true,
  pageWindow: true,
  noOpDoubts: true,
  failureWords: true,
};
