/** Work on many things at a time whose results are wanted one after the other. */

/**
 * Works on up to `jobs` items at a time, begun in their order, and hands each result to `take` in that order, as soon as
 * all before it were taken. No more than `ahead` results wait, so memory stays bounded however slow one item is.
 * After an error of `work` or `take` nothing is begun; rejects with the first one once nothing is under way any more.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  { jobs, ahead = jobs * 4 }: { readonly jobs: number; readonly ahead?: number },
  work: (item: Item, index: number) => Promise<Result>,
  take: (result: Result, index: number) => Promise<void> | void,
): Promise<void> {
  const turns = items.map(() => turn());
  const takings: Promise<void>[] = [];
  let next = 0;
  let failed = false;
  const takeInTurn = async (index: number, result: Promise<Result>): Promise<void> => {
    try {
      const done = await result;
      await turns[index - 1]?.come;
      await take(done, index);
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      turns[index]?.over();
    }
  };
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      await turns[index - ahead]?.come;
      if (failed) return;
      const result = work(items[index] as Item, index);
      takings.push(takeInTurn(index, result));
      // What went wrong is told by the taking.
      await result.catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  const ended = await Promise.allSettled(takings);
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw (failure as PromiseRejectedResult).reason;
}

function turn(): { readonly come: Promise<void>; over(): void } {
  let over = (): void => {};
  const come = new Promise<void>((resolve) => (over = resolve));
  return { come, over: () => over() };
}
