import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDelta } from '@/workflow/document-delta';

/** What reading a text gives to one who has taken an earlier reading of it: only what is different. */
export interface TextReading {
  /** Grows with each reading. */
  readonly number: number;
  /** Left out if the text does not parse. */
  readonly document?: DocumentDelta;
  /** Whether `document` begins with an empty one, as the earlier reading is not known. */
  readonly isWhole: boolean;
  /** Every problem; left out if they are those of the earlier reading. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Lines of a text that hold one entry: offsets in UTF-16 units. */
export interface TextLines {
  /** `name`, `tasks.review`. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}
