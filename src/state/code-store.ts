import type { XmlBlock } from '@/formats/xml/xml-text';
import type { TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Sync } from './document-store';

/** The open workflow as text in one notation, as the code editor shows it. */
export interface CodeState {
  /** Of the workflow. */
  readonly id: string;
  readonly source: { readonly text: string; readonly blocks: readonly XmlBlock[] };
  readonly sync: Sync;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a code editor needs of a text: the document store is one (YAML), the XML store another. */
export interface CodeStore {
  getState(): CodeState;
  subscribe(listener: (state: CodeState, before: CodeState) => void): () => void;
  readonly actions: {
    /** Takes over what was typed. */
    type(edits: readonly TextEdit[], mark: string): void;
    undo(): Promise<void>;
    redo(): Promise<void>;
    /** Resolves once text and document agree, or the text is broken. */
    settled(): Promise<void>;
  };
}
