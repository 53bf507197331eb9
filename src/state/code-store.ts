import type { TextLines } from '@/formats/text-reading';
import type { TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Sync } from './text-sync';

/** The open workflow as text in one notation, as the code editor shows it. */
export interface CodeState {
  /** Id of the workflow. */
  readonly id: string;
  readonly text: string;
  readonly sync: Sync;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a code editor needs of a text: the document store provides it for YAML, the XML store for XML. */
export interface CodeStore {
  getState(): CodeState;
  subscribe(listener: (state: CodeState, before: CodeState) => void): () => void;
  readonly actions: {
    /** Applies typed edits: those from the text in this store to the text in the editor. */
    type(edits: readonly TextEdit[], mark: string): void;
    undo(): Promise<void>;
    redo(): Promise<void>;
    /**
     * Resolves once text and document agree, or the text does not parse. Rejects if the reader of the text has failed.
     */
    settled(): Promise<void>;
    /** The task whose lines contain an offset of the text. */
    taskAt(offset: number): Promise<string | undefined>;
    /** The lines of an entry by its key: `tasks.review`. */
    linesOf(key: string): Promise<TextLines | undefined>;
  };
}
