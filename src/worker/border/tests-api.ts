import type { CaseVerdict } from '@/cases/case-verdict';
import type { EvaluatedExpectation } from '@/cases/evaluated-item';
import type { SuggestedTest } from '@/cases/suggest-test';
import type { WorkflowDocument } from '@/workflow/document';

/** A case of the tests of a workflow, judged by what is kept. */
export interface JudgedCase extends CaseVerdict {
  /** `refund`; of a row `mails/117`. */
  readonly id: string;
  readonly testId: string;
  readonly tags: readonly string[];
  /** What each expectation saw, of the repeat that tells most. */
  readonly results: readonly EvaluatedExpectation[];
  /** Why it is held, or in error; empty: it is neither. */
  readonly notes: readonly string[];
  /** Whether a call of a model would be asked. */
  readonly isAsking: boolean;
}

/** Makes tests of runs, and judges tests. Errors: `VALIDATION_ERROR` if there is no such run, or it cannot be one. */
export interface TestsApi {
  /** What a run suggests as a test. */
  suggest(executionId: string): Promise<SuggestedTest>;
  /** The recording of a run, as a file that a test names. Error `FILE_REFUSED`: it is too large. */
  record(executionId: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Runs the tests of a workflow with what is kept: no model is asked, no tool is performed, nothing is stored. The
   * listener receives each case once it is judged. Error `VALIDATION_ERROR` if a file of rows cannot be read.
   */
  judge(
    workflowId: string,
    document: WorkflowDocument,
    onCase: (judged: JudgedCase) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
