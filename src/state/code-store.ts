import type { TextLines } from '@/formats/text-reading';
import type { TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Sync } from './text-sync';

/** The open workflow as text in one notation, as the code editor shows it. */
export interface CodeState {
  /** Of the workflow. */
  readonly id: string;
  readonly text: string;
  readonly sync: Sync;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a code editor needs of a text: the document store is one (YAML), the XML store another. */
export interface CodeStore {
  getState(): CodeState;
  subscribe(listener: (state: CodeState, before: CodeState) => void): () => void;
  readonly actions: {
    /** Takes over what was typed: what makes the text that the editor shows out of the text here. */
    type(edits: readonly TextEdit[], mark: string): void;
    undo(): Promise<void>;
    redo(): Promise<void>;
    /** Resolves once text and document agree, or the text is broken. Rejects if what reads the text has failed. */
    settled(): Promise<void>;
    /** The task whose lines hold an offset of the text. */
    taskAt(offset: number): Promise<string | undefined>;
    /** The lines of an entry by its key: `tasks.review`. */
    linesOf(key: string): Promise<TextLines | undefined>;
  };
}
