import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';

/** The element of a top-level task in a text; offsets in UTF-16 units, `to` behind its end tag. */
export interface XmlBlock {
  /** `tasks.review`, as in the index of a YAML text. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** An XML text, what it says if it can be read, and every problem with its place in it. */
export interface XmlText {
  readonly text: string;
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly blocks: readonly XmlBlock[];
}
