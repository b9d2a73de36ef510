/** Hands on in the order in which things began what comes in the order in which they ended. */
export class InOrder<T> {
  readonly #take: (item: T) => void;
  /** By number; undefined for what ended and is not handed on. */
  readonly #ended = new Map<number, T | undefined>();
  #next = 1;

  constructor(take: (item: T) => void) {
    this.#take = take;
  }

  /** Something that began as number `began`, from 1, has ended. Every number comes once. */
  add(began: number, item: T | undefined): void {
    this.#ended.set(began, item);
    while (this.#ended.has(this.#next)) this.#pass(this.#next);
  }

  /** Nothing more comes: hands on what waits for something that never ended. */
  flush(): void {
    for (const number of [...this.#ended.keys()].toSorted((a, b) => a - b)) this.#pass(number);
  }

  #pass(number: number): void {
    const item = this.#ended.get(number);
    this.#ended.delete(number);
    this.#next = number + 1;
    if (item !== undefined) this.#take(item);
  }
}
