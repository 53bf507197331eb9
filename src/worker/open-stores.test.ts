import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { findCaseRuns, openCaseRuns } from './open-stores';

/** Whether there is the database of the runs of cases. The tests of a worker share what IndexedDB has. */
const isMade = async () => (await indexedDB.databases()).some(({ name }) => name === 'heddle-tests');

it('looking for the runs of cases makes no database where no test ever asked', async () => {
  expect(await findCaseRuns()).toBeUndefined();
  expect(await isMade()).toBe(false);
  const opened = await openCaseRuns();
  expect(await isMade()).toBe(true);
  expect(await findCaseRuns()).toBe(opened);
});
