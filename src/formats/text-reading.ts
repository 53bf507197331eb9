import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDelta } from '@/workflow/document-delta';
import type { LargeDocument } from '@/workflow/document-parts';

/** What changed in a text's reading, for a receiver of an earlier reading. */
export interface TextReading {
  /** Grows with each reading. */
  readonly number: number;
  /** Left out if the text does not parse, and if it is `large`. */
  readonly document?: DocumentDelta;
  /** In place of `document` where a whole one is large: its parts are asked for one by one. */
  readonly large?: LargeDocument;
  /** Whether `document` is relative to an empty document, as the earlier reading is not known. */
  readonly isWhole: boolean;
  /** Every problem; left out if they are the same as in the earlier reading. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** The lines of one entry in a text: offsets in UTF-16 units. */
export interface TextLines {
  /** `name`, `tasks.review`. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}
