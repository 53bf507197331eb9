import type { Result } from '@/base/result';
import type { CheckedText } from '@/formats/checked-text';
import type { ExportWish } from '@/formats/export-text';
import type { Fragment } from '@/formats/fragment';
import type { Imported } from '@/formats/import-file';
import type { XmlText } from '@/formats/xml/xml-text';
import type { EditedText } from '@/formats/yaml/yaml-source';
import type { Planned } from '@/plan/planned';
import type { Runner } from '@/run/runner';
import type { SignIns } from '@/run/sign-ins';
import type { ModelChange, TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import type { Point } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import type { WorkflowRepository } from '@/workflow/repository';

/**
 * Port: holds the text of the open workflow away from the page (in a worker), and reads, edits, checks and plans it.
 * Calls take effect in their order.
 */
export interface DocumentReader {
  /** Holds another text from now on. */
  open(text: string): Promise<void>;
  /** Applies edits that were typed or undone. */
  edit(edits: readonly TextEdit[]): Promise<void>;
  /** Puts a change of the document into the text, with the smallest edits; resolves to these. */
  change(change: ModelChange): Promise<EditedText>;
  /** Reads the text held. Without `wantDocument` only its problems and index are told. */
  read(wantDocument: boolean): Promise<CheckedText>;
  /**
   * The text held, or a part of it. Error `VALIDATION_ERROR` if it does not parse, unless it is wanted to the letter.
   */
  exportText(wish: ExportWish): Promise<string>;
  /** Reads a file of any notation; the text held stays. */
  readFile(bytes: Uint8Array, name: string): Promise<Imported>;
  /** Reads what was pasted, in which a workflow may stand among other words; the text held stays. */
  readPasted(text: string): Promise<Imported>;
  /** Checks an XML text against heddle-1.xsd, by lines. Rejects if what is loaded for it cannot be. */
  checkXml(text: string): Promise<readonly Diagnostic[]>;
  /** Some tasks of the text held as a small workflow in YAML, for the clipboard. */
  copy(ids: readonly string[]): Promise<string>;
  /** The tasks of another text, to be put in. */
  readFragment(text: string): Promise<Result<Fragment, readonly Diagnostic[]>>;
  /**
   * The document of the text held as XML: `held`, an XML text of an earlier state of it, with what has changed since
   * put in, or written anew without it. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  xml(held: string | undefined): Promise<XmlText>;
  /** Reads and checks an XML text. */
  readXml(text: string): Promise<XmlText>;
  /**
   * How the document of another text in YAML (before) differs in meaning from that of the text held (after), or why the
   * other cannot be read. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  diff(text: string): Promise<Result<DocumentDiff, readonly Diagnostic[]>>;
  /** Makes a plan of the text held. */
  plan(): Promise<Planned>;
}

/** A box to be placed by {@link LayoutService}; sizes in pixels. */
export interface LayoutBox {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Port: works out positions away from the page. Resolves to the left upper corner of each box. */
export type LayoutService = (
  boxes: readonly LayoutBox[],
  edges: readonly { readonly from: string; readonly to: string }[],
) => Promise<ReadonlyMap<string, Point>>;

/** What the screens need of the world; filled by the app, by doubles in tests. */
export interface Services {
  readonly documents: DocumentReader;
  readonly workflows: WorkflowRepository;
  readonly files: FileRepository;
  readonly runner: Runner;
  readonly layout: LayoutService;
  /** Signing in at servers of tools. */
  readonly signIns: SignIns;
  /**
   * Models that are known or were listed, as `provider:name`, in the order of the alphabet; what a field of a model
   * offers.
   */
  readonly modelNames: () => Promise<readonly string[]>;
  /** Opens a text in YAML as a workflow of its own, and tells the person if that fails. */
  readonly openAsNew: (text: string) => Promise<void>;
}
