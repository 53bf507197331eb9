import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { findCaseRuns, openCaseRuns } from './open-stores';

const listDatabases = async () => (await indexedDB.databases()).map(({ name }) => name);

it('looking for the runs of cases makes no database where no test ever asked', async () => {
  expect(await findCaseRuns()).toBeUndefined();
  expect(await listDatabases()).toEqual([]);
  const opened = await openCaseRuns();
  expect(await listDatabases()).toEqual(['heddle-tests']);
  expect(await findCaseRuns()).toBe(opened);
});
