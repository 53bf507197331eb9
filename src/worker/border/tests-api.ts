import type { CaseVerdict } from '@/cases/case-verdict';
import type { EvaluatedExpectation } from '@/cases/evaluated-item';
import type { LiveAct } from '@/cases/live-acts';
import type { SuggestedTest } from '@/cases/suggest-test';
import type { AddTest } from '@/workflow/commands/add-test';
import type { WorkflowDocument } from '@/workflow/document';
import type { TestCase } from '@/workflow/test-case-schema';

/** A case of the tests of a workflow, judged. */
export interface JudgedCase extends CaseVerdict {
  /** `refund`; of a row `mails/117`. */
  readonly id: string;
  readonly testId: string;
  readonly tags: readonly string[];
  /** Name or description of the test or the row; undefined: it has none. */
  readonly label: string | undefined;
  /** What each expectation saw, of the repeat that tells most. */
  readonly results: readonly EvaluatedExpectation[];
  /** Why it is held, or in error; empty: it is neither. */
  readonly notes: readonly string[];
  /** Whether a call of a model would be asked. */
  readonly isAsking: boolean;
  /** If it did not pass: the path of the task where it left its recording, or whose expectation did not hold. */
  readonly failedAt: string | undefined;
  /** The repeat that tells most, from 1. */
  readonly repeat: number;
  /** The run of that repeat, if it asked something; undefined: what is kept answered it, so none is stored. */
  readonly run: string | undefined;
  /** What asking it may do outside: its test says `tools: live`. Empty: nothing. */
  readonly acts: readonly LiveAct[];
}

/** What a case said the last time it was run here. */
export interface LastVerdict {
  readonly verdict: Exclude<CaseVerdict['verdict'], 'not run'>;
  /** ms since 1970. */
  readonly at: number;
  /** Calls that were made; 0: what is kept answered it. */
  readonly asked: number;
  /** What its runs cost in USD, whoever was asked; null: a price is not known. */
  readonly costUsd: number | null;
}

/** What asking the cases that lack something would mean. */
export interface TestsForecast {
  /** Ids of the cases that would ask a model. */
  readonly asking: readonly string[];
  /** About what they would cost in USD; undefined: a price is not known. */
  readonly costUsd: number | undefined;
  /** What a person should know of the rows and their columns. */
  readonly warnings: readonly string[];
}

/** Which cases are asked, and how. */
export interface AskTestsOptions {
  readonly ids: readonly string[];
  /** The most USD that the calls may cost; undefined: any. */
  readonly maxUsd: number | undefined;
  /** Whether every model is asked whatever is kept. */
  readonly isAnew: boolean;
  /** Keys of what the person allowed to be performed. A case that would do anything else is not run. */
  readonly allowed: readonly string[];
}

/** What asking cost. */
export interface AskedTests {
  readonly spentUsd: number;
  /** Whether it ended early: the budget was used, or the person stopped it. */
  readonly isPaused: boolean;
}

/** What a task of a case gave, beside what its recording has. */
export interface ComparedTask {
  readonly taskPath: string;
  readonly now: string;
  /** Undefined: there is no recording, or the task did not complete in it. */
  readonly recorded: string | undefined;
  /** What it gave in its last iteration, which expectations judge, if that is another. */
  readonly last?: string;
  /** Whether what it gave is longer than these. */
  readonly isShortened?: true;
}

/** A case whose run can be shown. */
export interface CaseRun {
  /** Id of its run, which the runner reads as any other. */
  readonly run: string;
  /** In the order in which they ended. */
  readonly tasks: readonly ComparedTask[];
  /** About what asking all of it anew costs in USD; undefined: a price is not known. */
  readonly anewUsd: number | undefined;
}

/** A file of tests, as it was and as it is, to be undone and redone. */
export interface WrittenTests {
  /** Among the files of the workflow. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** How a report of tests is written: as `heddle test` writes it. */
export type ReportForm = 'html' | 'markdown' | 'json' | 'junit';

/** The report that is wished, and what it says of the workflow. */
export interface ReportOptions {
  readonly form: ReportForm;
  /** File name of the workflow. */
  readonly file: string;
  readonly text: string;
}

/** Makes tests of runs, and judges tests. Errors: `VALIDATION_ERROR` if there is no such run, or it cannot be one. */
export interface TestsApi {
  /** A test as the text of a workflow would have it. */
  preview(id: string, test: TestCase): Promise<string>;
  /**
   * Judges a test that is not written yet by what is kept, with a run as its recording. Error `VALIDATION_ERROR` if
   * there is no such run.
   */
  tryKept(workflowId: string, document: WorkflowDocument, added: AddTest, executionId: string): Promise<JudgedCase>;
  /**
   * The document with its tests, also where a file of the workflow has them. Error `VALIDATION_ERROR` with the places
   * of what is wrong in that file.
   */
  join(workflowId: string, document: WorkflowDocument): Promise<WorkflowDocument>;
  /** What the file says that has the tests of a workflow. Undefined: it has them itself, or its file cannot be read. */
  held(workflowId: string, document: WorkflowDocument): Promise<WorkflowDocument | undefined>;
  /** Edits that file, so that it says something else; comments and layout stay. */
  writeHeld(workflowId: string, document: WorkflowDocument, held: WorkflowDocument): Promise<WrittenTests>;
  /** What each case said the last time it was run here, by its id: asked, or answered by what is kept. */
  last(workflowId: string): Promise<ReadonlyMap<string, LastVerdict>>;
  /** What a run suggests as a test. */
  suggest(executionId: string): Promise<SuggestedTest>;
  /** The recording of a run, as a file that a test names. Error `FILE_REFUSED`: it is too large. */
  record(executionId: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Runs the tests of a workflow with what is kept: no model is asked, no tool is performed, and nothing is stored but
   * what each case said. The listener receives each case once it is judged. Error `VALIDATION_ERROR` if a file of rows
   * cannot be read.
   */
  judge(
    workflowId: string,
    document: WorkflowDocument,
    onCase: (judged: JudgedCase) => void,
    signal: AbortSignal,
  ): Promise<TestsForecast>;
  /**
   * Asks what these cases lack, and no other, and keeps their runs apart from a person's own. The listener receives
   * each case once it is judged. Aborted, nothing more is asked; calls in flight are awaited, as they are paid.
   * Errors: those of {@link TestsApi.judge}; `VALIDATION_ERROR` if a price is unknown under a budget, or another tab
   * asks the tests of the workflow; `KEY_NEEDED` if a tool would send a secret that nobody has allowed.
   */
  ask(
    workflowId: string,
    document: WorkflowDocument,
    wish: AskTestsOptions,
    onCase: (judged: JudgedCase) => void,
    signal: AbortSignal,
  ): Promise<AskedTests>;
  /** The report of all tests, as they are judged by what is kept. Errors: those of {@link TestsApi.judge}. */
  report(workflowId: string, document: WorkflowDocument, wish: ReportOptions): Promise<string>;
  /**
   * Opens a case: its run by that id, or else what is kept runs once more, and is stored to be looked at. Error
   * `VALIDATION_ERROR` if there is no such case, or it cannot run.
   */
  open(
    workflowId: string,
    document: WorkflowDocument,
    judged: Pick<JudgedCase, 'id' | 'repeat' | 'run'>,
  ): Promise<CaseRun>;
}
