import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppStores } from './context';

/** How a test stands. `open`: nothing can be said, because something was not asked yet. */
interface TestMark {
  readonly tone: 'passed' | 'failed' | 'open';
  readonly said: string;
}

/** What the tests of the open workflow say of it, where it is shown: as they were judged last. */
export interface TestMarks {
  /** How many cases failed at each task, by the path of the task. */
  readonly failedAt: ReadonlyMap<string, number>;
  /** The verdicts of the cases of each test in words, such as `2 passed, 1 failed`, by the id of the test. */
  readonly verdicts: ReadonlyMap<string, TestMark>;
}

const noMarks: TestMarks = { failedAt: new Map(), verdicts: new Map() };

const stores = new WeakMap<object, StoreApi<TestMarks>>();

/** The marks of the open workflow, which canvas and code show, and the panel of the tests sets. */
export function getTestMarks({ document }: Pick<AppStores, 'document'>): StoreApi<TestMarks> {
  const known = stores.get(document);
  if (known !== undefined) return known;
  const created = createStore<TestMarks>(() => noMarks);
  stores.set(document, created);
  return created;
}
