import type { Page, Worker } from '@playwright/test';

/** The workers of a page with this name. They are all made of the same file. */
export async function findWorkers(page: Page, name: string): Promise<readonly Worker[]> {
  const named = page.workers().map(async (worker) => ({
    worker,
    // One that ends meanwhile is none any more.
    own: await worker.evaluate(() => self.name).catch(() => undefined),
  }));
  return (await Promise.all(named)).filter(({ own }) => own === name).map(({ worker }) => worker);
}
