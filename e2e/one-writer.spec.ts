import type { Worker } from '@playwright/test';
import type { App } from './support/app';
import { expect, test } from './support/app';
import { findWorkers } from './support/workers';

/** Three model calls in a row. */
const chain = `
default_model: harbour:small
tasks:
  first: { description: First question. }
  second: { description: Second question., depends_on: [first] }
  third: { description: Third question., depends_on: [second] }
`;

/** The worker of a page that runs and stores. */
async function findEngine({ page }: App): Promise<Worker> {
  const [engine] = await findWorkers(page, 'engine');
  if (engine === undefined) throw new Error('The page has no engine.');
  return engine;
}

test('a second tab watches a run live, and goes on with it when the first is closed', async ({
  app,
  server,
  context,
}) => {
  server.on({ match: 'First question', reply: 'one', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Second question', chunks: ['two ', 'and ', 'a half'], holdAfterChunks: 2, times: 1 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  const second = app.inTab(await context.newPage());
  await app.isSaved();
  await second.page.goto(app.page.url());
  await second.isReady();

  // A run started elsewhere appears, and is followed.
  await app.start();
  await second.isTask('first', 'Writing');
  await expect.poll(() => server.count('First question')).toBe(1);
  server.release();
  await second.isTask('first', 'Done');
  await second.isTask('second', 'Writing');
  await expect(await second.output('second')).toHaveText('two and ');
  await expect(second.page.getByText('Runs in another tab.')).toBeVisible();

  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', reply: 'three' });
  await app.page.close();
  await second.isTask('third', 'Done');
  await expect(await second.output('second')).toHaveText('two');
  expect(['First', 'Second', 'Third'].map((word) => server.count(`${word} question`))).toEqual([1, 2, 1]);
  expect(await second.runs()).toMatchObject([{ status: 'completed' }]);
  const events = await second.storedEvents();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ kind }) => kind)).not.toContain('run.paused');
});

test('a run is taken from a tab that hangs, which does no harm when it wakes', async ({ app, server, context }) => {
  server.on({ match: 'First question', reply: 'one' });
  server.on({ match: 'Second question', reply: 'too late', holdAfterChunks: 0, times: 1 });
  await app.openText(chain, { id: 'harbour', baseUrl: `${server.url}/v1` });
  await app.start();
  await expect.poll(() => server.count('Second question')).toBe(1);
  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.isTask('first', 'Done');

  // The engine of the first tab waits where no message reaches it.
  let hangs = true;
  const woken = (await findEngine(app))
    .evaluate(() => {
      const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
      Atomics.wait(new Int32Array(buffer), 0, 0, 15_000);
    })
    .then(() => {
      hangs = false;
    });
  server.on({ match: 'Second question', reply: 'two' });
  server.on({ match: 'Third question', reply: 'three' });
  await second.page.getByRole('button', { name: 'Run it here' }).click();
  await second.isTask('third', 'Done');
  const events = await second.storedEvents();
  // Its answer still arrives, before the tab can learn that it has lost the run.
  server.release();
  expect(hangs).toBe(true);

  await woken;
  await app.isTask('third', 'Done');
  await expect(await app.output('second')).toHaveText('two');
  expect(await app.storedEvents()).toEqual(events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(['First', 'Second', 'Third'].map((word) => server.count(`${word} question`))).toEqual([1, 2, 1]);
});
