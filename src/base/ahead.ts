/**
 * The results of work on items, in their order, while the work on up to `count` of them goes on at the same time. A
 * failure is thrown in its turn.
 */
export async function* runAhead<T, R>(
  items: AsyncIterable<T>,
  count: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    // It is thrown when its turn comes, or never if the consumer leaves before.
    result.catch(() => undefined);
    begun.push(result);
    if (begun.length >= count) yield await (begun.shift() as Promise<R>);
  }
  for (const result of begun) yield await result;
}
