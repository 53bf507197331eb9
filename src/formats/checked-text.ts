import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import type { YamlSource } from './yaml/yaml-source';

/** What reading a text gives: the document if the text parses, every problem with its place, and the index for edits. */
export interface CheckedText {
  readonly document?: WorkflowDocument;
  readonly source: YamlSource;
  readonly diagnostics: readonly Diagnostic[];
}
