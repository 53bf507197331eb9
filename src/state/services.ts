import type { CheckedText } from '@/formats/checked-text';
import type { Planned } from '@/plan/planned';
import type { Runner } from '@/run/runner';
import type { TextEdit } from '@/workflow/change';
import type { Point } from '@/workflow/document';
import type { WorkflowRepository } from '@/workflow/repository';

/** Port: reads, checks and plans texts away from the page (a worker). Answers come in the order of the calls. */
export interface DocumentReader {
  open(text: string): Promise<CheckedText>;
  edit(edits: readonly TextEdit[], wantDocument: boolean): Promise<CheckedText>;
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
