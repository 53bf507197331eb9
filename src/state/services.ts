import type { Result } from '@/base/result';
import type { CheckedText } from '@/formats/checked-text';
import type { Fragment } from '@/formats/yaml/fragment';
import type { EditedText } from '@/formats/yaml/yaml-source';
import type { Planned } from '@/plan/planned';
import type { Runner } from '@/run/runner';
import type { ModelChange, TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Point } from '@/workflow/document';
import type { WorkflowRepository } from '@/workflow/repository';

/**
 * Port: holds the text of the open workflow away from the page (in a worker), and reads, edits, checks and plans it. Calls
 * take effect in their order.
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
  /** The text held as a template for others: without layout and debugging aids. */
  template(): Promise<string>;
  /** Some tasks of the text held as a small workflow in YAML, for the clipboard. */
  copy(ids: readonly string[]): Promise<string>;
  /** The tasks of another text, to be put in. */
  readFragment(text: string): Promise<Result<Fragment, readonly Diagnostic[]>>;
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
  readonly runner: Runner;
  readonly layout: LayoutService;
}
