import type { ModelChange } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import type { LargeDocument } from '@/workflow/document-parts';

/** A text's reading, for one who follows the text. It has one of `change`, `document`, `large`; none: it has errors. */
export interface TextReading {
  /** Grows with each reading. */
  readonly number: number;
  /** What the text says otherwise than the document that the follower has: nothing, after most edits of a document. */
  readonly change?: ModelChange;
  /** The whole, where it is not known what the follower has. */
  readonly document?: WorkflowDocument;
  /** In place of `document` where that is large: its parts are asked for one by one. */
  readonly large?: LargeDocument;
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
