import type { JsonObject } from '@/base/json';
import type { Result } from '@/base/result';
import type { ExportOptions } from '@/formats/export-text';
import type { Fragment } from '@/formats/fragment';
import type { Imported } from '@/formats/import-file';
import type { TextLines, TextReading } from '@/formats/text-reading';
import type { XmlText } from '@/formats/xml/xml-text';
import type { DryRunCounts } from '@/host/dry-run/run-dry-in-memory';
import type { EstimateStep } from '@/plan/estimate/estimate';
import type { RealRun } from '@/plan/estimate/real-run';
import type { RunForecast } from '@/plan/forecast/forecast';
import type { PartForecast } from '@/plan/forecast/forecast-part';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { Planned } from '@/plan/planned';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import type { FilledText, SeenName, TextPlace, TriedExpression } from '@/run/filled-text';
import type { ForkOutline, ForkRequest } from '@/run/runner';
import type { ModelChange, TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import type { DocumentPart } from '@/workflow/document-parts';
import type { FoundTexts } from '@/workflow/find/find-texts';
import type { RefusedText } from '@/workflow/find/rename-found';
import type { ChosenTexts, ReplacingProgress } from '@/workflow/find/replace-texts';
import type { TextQuery } from '@/workflow/find/text-query';

/** Facts learned about models, and the fetched price list, as they are stored. */
export interface KeptModels {
  readonly models: unknown;
  readonly prices: unknown;
}

/** The data for checking and planning that is not shipped with Heddle. */
export interface DocumentsConfig extends KeptModels {
  /** All providers, with the context windows that the person set. */
  readonly providers: SetWindows;
}

/** The result, or every problem of the open text that prevents it. */
export type OrProblems<T> = Result<T, readonly Diagnostic[]>;

/** What replaces texts of the open workflow: edits that are not made yet, and what they leave as it is. */
export interface TextReplacement {
  readonly edits: readonly TextEdit[];
  /** How many occurrences they replace. */
  readonly count: number;
  readonly refused: readonly RefusedText[];
  /** New ids and names, by the paths (`formatPath`) of the tasks and entries that had the old ones. */
  readonly newIds: ReadonlyMap<string, string>;
}

/** A change that the page has made in its document. `taken`: as of {@link DocumentsApi.read}. */
export interface MadeChange {
  readonly change: ModelChange;
  readonly taken: number;
}

/** How a change of the document was put into the text. */
export interface WrittenChange {
  readonly edits: readonly TextEdit[];
  /** Keys of the entries in which what they shared with others is written out (`tasks.review`, `variables`). */
  readonly writtenOut: readonly string[];
  /** What {@link DocumentsApi.read} would answer now; left out where it takes long, as the whole text must be read. */
  readonly reading?: TextReading;
}

/**
 * The worker with the text of the open workflow, as the page sees it: it reads, edits, checks, plans and starts it.
 * Calls take effect in order. Every rejection is an `AppError`.
 */
export interface DocumentsApi {
  /** Replaces the configuration for checking and planning. */
  configure(config: DocumentsConfig): Promise<void>;
  /** Uses this port to call the engine from now on (`EngineForPlans`). */
  connectEngine(port: MessagePort): Promise<void>;
  /** Opens a text, which replaces the previous one. */
  open(text: string): Promise<void>;
  /** Applies edits from typing, undo or redo. `made`: the change that the caller has made in its document with them. */
  edit(edits: readonly TextEdit[], made?: MadeChange): Promise<void>;
  /** Puts a change of the document into the text with the smallest edits, and reads it. */
  change(made: MadeChange): Promise<WrittenChange>;
  /**
   * Reads the open text, and returns what it says otherwise than the caller's document: that of reading number `taken`,
   * the last that it applied (0: none), with all changes that it told since.
   */
  read(taken: number): Promise<TextReading>;
  /** One part of the document of a reading of a large document, counted from 0; undefined if there is a newer one. */
  readPart(number: number, index: number): Promise<DocumentPart | undefined>;
  /** The lines of the entry with this key (`name`, `tasks.review`), or of the task at this offset. */
  find(where: string | number): Promise<TextLines | undefined>;
  /**
   * The open text, or a part of it. Error `VALIDATION_ERROR` if it does not parse, unless the verbatim text is
   * requested.
   */
  exportText(wish: ExportOptions): Promise<string>;
  /** Reads a file in any notation; the open text does not change. */
  readFile(bytes: Uint8Array, name: string): Promise<Imported>;
  /** Reads files as {@link readFile} does, those of other programs together: one may run another. */
  readFiles(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<readonly Imported[]>;
  /** Reads a pasted text, in which other words may surround a workflow; the open text does not change. */
  readPasted(text: string): Promise<Imported>;
  /**
   * Runs another YAML text dry: on the simulated model, in memory, for a few seconds at most. Nothing is sent or kept;
   * the open text does not change.
   */
  dryRun(text: string, signal: AbortSignal): Promise<OrProblems<DryRunCounts>>;
  /** What a real run of another YAML text would take; or why it cannot be planned. The open text does not change. */
  estimate(text: string, signal: AbortSignal): Promise<Result<RealRun, string>>;
  /** Some tasks of the open text as a small workflow in YAML, for the clipboard. */
  copy(ids: readonly string[]): Promise<string>;
  /** The tasks of another text, to be inserted. */
  readFragment(text: string): Promise<OrProblems<Fragment>>;
  /**
   * The document of the open text as XML. `held`: an XML text of an earlier state, into which the changes are written;
   * without it the XML is written from scratch. Error `VALIDATION_ERROR` if the open text does not parse.
   */
  xml(held: string | undefined): Promise<XmlText>;
  /** Reads and checks an XML text. */
  readXml(text: string): Promise<XmlText>;
  /**
   * Checks an XML text against heddle-1.xsd; problems have lines as their ranges. Rejects if libxml2, which is loaded
   * on demand, cannot be loaded.
   */
  checkXml(text: string): Promise<readonly Diagnostic[]>;
  /**
   * The differences in meaning between another YAML text (before) and the open text, or `after` if it is given, or why
   * one cannot be read. Error `VALIDATION_ERROR` if the open text does not parse.
   */
  diff(text: string, after?: string): Promise<OrProblems<DocumentDiff>>;
  /**
   * Values for inputs of the open workflow, which fit them: until it is called again, they stand in for the defaults in
   * what is planned, foreseen and run. Those of other names are left out.
   */
  giveInputs(values: JsonObject): Promise<void>;
  /** Plans the open text, with the files of a workflow, and estimates what a run of it will take. */
  plan(workflowId: string): Promise<Planned>;
  /**
   * As {@link plan}, in steps. What the steps told of tasks is not in the estimate that it resolves to. Error:
   * `CANCELLED` after the signal.
   */
  planInSteps(workflowId: string, onStep: (step: EstimateStep) => void, signal: AbortSignal): Promise<Planned>;
  /**
   * Plans the open text ahead and has the engine load its code, so that a run of this text starts at once. It tells of
   * no problem: the run does.
   */
  prepareRun(): Promise<void>;
  /** The hash of the plan that a run would have now. */
  planHash(workflowId: string): Promise<OrProblems<string>>;
  /**
   * Starts a run of the open text, or of a part of it. Resolves to its id once its first event is durable. Error
   * `VALIDATION_ERROR`: the part needs what no run has given yet, or a required input has no value.
   * `anew`: no earlier run answers anything.
   */
  start(workflowId: string, targets?: RunTargets, anew?: boolean): Promise<OrProblems<string>>;
  /**
   * Starts a dry run of the open text: on the simulated model, and without any effect outside. As {@link start}, but a
   * required input without a value gets one that is made up.
   */
  startDry(workflowId: string): Promise<OrProblems<string>>;
  /**
   * What a run of the open text would take from an earlier run, and what it would ask. `seq`: number of the last event
   * of that run; with the same number, what is known of it is not read again. Kept tasks are left out of the map.
   * Undefined: there is no such run.
   */
  forecast(executionId: string, seq: number): Promise<OrProblems<RunForecast | undefined>>;
  /** What a fork would take and ask. As {@link forecast}, but read anew each time. */
  forecastFork(outline: ForkOutline): Promise<OrProblems<RunForecast | undefined>>;
  /** As `Runner.fork`, but with a plan of the open text, or of a part of it. Errors: also those of {@link start}. */
  fork(workflowId: string, wish: ForkRequest, targets?: RunTargets): Promise<OrProblems<string>>;
  /**
   * What runs of parts of the open text would take from an earlier run, if there is one, and what each would ask. `seq`
   * as in {@link forecast}. Undefined: it would not start.
   */
  forecastPart(
    workflowId: string,
    executionId: string | undefined,
    seq: number,
    targets: readonly RunTargets[],
  ): Promise<OrProblems<readonly (PartForecast | undefined)[]>>;
  /** The names that a text can use, with their values in a run. */
  textNames(place: TextPlace): Promise<readonly SeenName[]>;
  /**
   * What a template becomes with the values of a run. `field`: the field of its task (`description`), which decides its
   * part of the prompt.
   */
  fillText(place: TextPlace, field: string, template: string): Promise<FilledText>;
  /** Evaluates an expression on the values of a run. `isAfter`: it is about the task’s own result. */
  tryExpression(place: TextPlace, expression: string, isAfter: boolean): Promise<TriedExpression>;
  /**
   * Finds a text in names, prompts, scripts, models and expressions at any depth: at most `limit` rows after the first
   * `skip`, and the number of all. The result is an error if the query is not valid. Error `VALIDATION_ERROR` if the
   * open text does not parse.
   */
  findTexts(query: TextQuery, skip: number, limit: number): Promise<Result<FoundTexts, string>>;
  /**
   * The edits that replace what was found; what would make a mistake is refused. Errors: those of {@link findTexts};
   * `CANCELLED` after the signal.
   */
  replaceTexts(
    query: TextQuery,
    chosen: ChosenTexts,
    onProgress: (progress: ReplacingProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<TextReplacement, string>>;
}
