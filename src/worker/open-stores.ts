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

let caseRuns: Promise<Stores> | undefined;

/** The runs of cases of tests: another database, which is opened when the first test asks. */
export function openCaseRuns(): Promise<Stores> {
  caseRuns ??= openIdbStores({ name: 'heddle-tests', now: Date.now });
  // What could not be opened is tried again.
  caseRuns.catch(() => {
    caseRuns = undefined;
  });
  return caseRuns;
}
