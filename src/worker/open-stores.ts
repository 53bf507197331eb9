import { type Failure, toFailure } from '@/base/errors';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { Stores } from '@/storage/stores';

/** The stores of the browser; if they cannot be opened, stores in memory, with the reason. */
export async function openStores(now: () => number): Promise<{ stores: Stores; failure?: Failure }> {
  try {
    return { stores: await openIdbStores({ now }) };
  } catch (error) {
    return { stores: createMemoryStores({ now }), failure: toFailure(error) };
  }
}

const caseRunsName = 'heddle-tests';
let caseRuns: Promise<Stores> | undefined;

/** The runs of cases of tests: another database, which is opened when the first test asks. */
export function openCaseRuns(): Promise<Stores> {
  caseRuns ??= openIdbStores({ name: caseRunsName, now: Date.now });
  // What could not be opened is tried again.
  caseRuns.catch(() => {
    caseRuns = undefined;
  });
  return caseRuns;
}

/** The same, if a test has asked here at some time; undefined: none has, and no database is made. */
export async function findCaseRuns(): Promise<Stores | undefined> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === caseRunsName) ? openCaseRuns() : undefined;
}
