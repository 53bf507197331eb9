// How long the document worker takes over its calls, measured from outside, so that the product holds nothing for it.

/**
 * Begins to time the calls of the document worker. A call takes from when its message is handled to when its answer has
 * been posted.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => Promise<Record<string, number>>>} the ms for each method since it was last asked
 */
export async function timeDocumentWorker(page) {
  const named = await Promise.all(
    page.workers().map(async (one) => ({ one, name: await one.evaluate(() => self.name) })),
  );
  const worker = named.find(({ name }) => name === 'documents')?.one;
  if (!worker) throw new Error('The page has no document worker.');
  const times = await worker.evaluateHandle(() => {
    const begun = /** @type {Map<string, { method: string, at: number }>} */ (new Map());
    const taken = /** @type {{ method: string, ms: number }[]} */ ([]);
    // The message of a call is read before anything else is done for it.
    const { get } = /** @type {{ get: () => any }} */ (Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data'));
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get() {
        const at = performance.now();
        const data = get.call(this);
        const method = data?.path?.[0];
        if (method !== undefined && !begun.has(data.id)) begun.set(data.id, { method, at });
        return data;
      },
    });
    const post = self.postMessage.bind(self);
    Object.assign(self, {
      /** @param {[any, any]} message */
      postMessage: (...message) => {
        post(...message);
        const call = begun.get(message[0]?.id);
        if (call === undefined) return;
        begun.delete(message[0].id);
        taken.push({ method: call.method, ms: performance.now() - call.at });
      },
    });
    return { taken };
  });
  return () =>
    times.evaluate(({ taken }) => {
      const sums = /** @type {Record<string, number>} */ ({});
      for (const { method, ms } of taken.splice(0)) sums[method] = (sums[method] ?? 0) + ms;
      return sums;
    });
}
