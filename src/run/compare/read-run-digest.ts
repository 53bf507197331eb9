import type { Runner } from '../runner';
import type { RunTexts } from './instance-texts';
import { type RunDigest, RunDigestDraft } from './run-digest';

/** Where the runs that are compared are read. */
export type ComparisonSource = Pick<Runner, 'findEvents' | 'readBlob'>;

/** Most events that are read at once. */
const limit = 1000;

/** Reads a whole run for a comparison, page by page. */
export async function readRunDigest({ findEvents }: ComparisonSource, executionId: string): Promise<RunDigest> {
  const draft = new RunDigestDraft();
  for (let from: number | null = 1; from !== null; ) {
    const page = await findEvents(executionId, { filter: {}, from, direction: 'forward', limit });
    draft.add(page.events);
    from = page.next;
  }
  return draft.close();
}

/** Reads the texts of one run. */
export function createRunTexts({ findEvents, readBlob }: ComparisonSource, executionId: string): RunTexts {
  return {
    event: async (seq) => {
      const page = await findEvents(executionId, { filter: {}, from: seq, direction: 'forward', limit: 1 });
      return page.events.find((event) => event.seq === seq);
    },
    payload: (ref) => readBlob(executionId, ref),
  };
}
