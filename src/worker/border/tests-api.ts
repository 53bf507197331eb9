import type { SuggestedTest } from '@/cases/suggest-test';

/** Makes tests of runs. Errors: `VALIDATION_ERROR` if there is no such run, or none can be made of it. */
export interface TestsApi {
  /** What a run suggests as a test. */
  suggest(executionId: string): Promise<SuggestedTest>;
  /** The recording of a run, as a file that a test names. Error `FILE_REFUSED`: it is too large. */
  record(executionId: string): Promise<Uint8Array<ArrayBuffer>>;
}
