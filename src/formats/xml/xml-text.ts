import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';

/** The range of a top-level task's element in a text. Offsets are UTF-16 units; `to` is after its end tag. */
export interface XmlBlock {
  /** `tasks.review`, as in the block index of a YAML text. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** An XML text, its document if it can be read, and every problem with its place in the text. */
export interface XmlText {
  readonly text: string;
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly blocks: readonly XmlBlock[];
}
