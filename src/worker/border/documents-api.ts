import type { Result } from '@/base/result';
import type { ExportWish } from '@/formats/export-text';
import type { Fragment } from '@/formats/fragment';
import type { Imported } from '@/formats/import-file';
import type { TextLines, TextReading } from '@/formats/text-reading';
import type { XmlText } from '@/formats/xml/xml-text';
import type { Planned } from '@/plan/planned';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import type { ForkWish } from '@/run/runner';
import type { ModelChange, TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDiff } from '@/workflow/diff/document-diff';

/** What was learned of models, and the price list that was fetched, as they are stored. */
export interface KeptModels {
  readonly models: unknown;
  readonly prices: unknown;
}

/** What texts are checked and planned by, besides what comes with Heddle. */
export interface DocumentsConfig extends KeptModels {
  /** All providers, with the context windows that the person set. */
  readonly providers: SetWindows;
}

/** What came of a wish, or every problem of the text held that stands in the way. */
export type OrProblems<T> = Result<T, readonly Diagnostic[]>;

/**
 * The worker that holds the text of the open workflow, as the page sees it: it reads, edits, checks, plans and starts
 * it. Calls take effect in their order. Every rejection is an `AppError`.
 */
export interface DocumentsApi {
  /** Checks and plans by this from now on, in the place of what was told before. */
  configure(config: DocumentsConfig): Promise<void>;
  /** Asks the engine through this port from now on (`EngineForPlans`). */
  connectEngine(port: MessagePort): Promise<void>;
  /** Holds this text from now on. */
  open(text: string): Promise<void>;
  /** Applies edits that were typed or undone. */
  edit(edits: readonly TextEdit[]): Promise<void>;
  /** Puts a change of the document into the text, with the smallest edits; resolves to these. */
  change(change: ModelChange): Promise<readonly TextEdit[]>;
  /**
   * Reads the text held, and tells what is different since the reading of the number `taken`, the last that was taken
   * over; 0: none.
   */
  read(taken: number): Promise<TextReading>;
  /** The lines of the entry of this key (`name`, `tasks.review`), or of the task at this offset. */
  find(where: string | number): Promise<TextLines | undefined>;
  /**
   * The text held, or a part of it. Error `VALIDATION_ERROR` if it does not parse, unless it is wanted to the letter.
   */
  exportText(wish: ExportWish): Promise<string>;
  /** Reads a file of any notation; the text held stays. */
  readFile(bytes: Uint8Array, name: string): Promise<Imported>;
  /** Reads what was pasted, in which a workflow may stand among other words; the text held stays. */
  readPasted(text: string): Promise<Imported>;
  /** Some tasks of the text held as a small workflow in YAML, for the clipboard. */
  copy(ids: readonly string[]): Promise<string>;
  /** The tasks of another text, to be put in. */
  readFragment(text: string): Promise<OrProblems<Fragment>>;
  /**
   * The document of the text held as XML: `held`, an XML text of an earlier state of it, with what has changed since
   * put in, or written anew without it. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  xml(held: string | undefined): Promise<XmlText>;
  /** Reads and checks an XML text. */
  readXml(text: string): Promise<XmlText>;
  /** Checks an XML text against heddle-1.xsd, by lines. Rejects if libxml2, which is loaded for it, cannot be. */
  checkXml(text: string): Promise<readonly Diagnostic[]>;
  /**
   * How the document of another text in YAML (before) differs in meaning from that of the text held (after), or why the
   * other cannot be read. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  diff(text: string): Promise<OrProblems<DocumentDiff>>;
  /** Plans the text held, as that of a workflow with these files, and estimates what a run of it will take. */
  plan(workflowId: string): Promise<Planned>;
  /** The hash of the plan that a run would have now. */
  planHash(workflowId: string): Promise<OrProblems<string>>;
  /** Starts a run of the text held. Resolves to its id once its first event is durable. */
  start(workflowId: string): Promise<OrProblems<string>>;
  /** As `Runner.fork`, but of the text held. */
  fork(workflowId: string, wish: ForkWish): Promise<OrProblems<string>>;
}
