import type { Failure } from '@/base/errors';
import type { Result } from '@/base/result';
import type { ModelChange } from '@/workflow/change';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import type { WorkflowDocument } from '@/workflow/document';
import { emptySync, type SyncEvent, type Synced } from './text-sync';
import type { Unsaved } from './unsaved';

/** A command with its arguments bound: returns the new document, or why it is refused. */
export type EditCommand = (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>;

/** Whether the text is saved. */
export type Saved =
  | { readonly status: 'saved' | 'saving' | 'unsaved' }
  | { readonly status: 'failed'; readonly failure: Failure };

/** What a person asked for, and how the answer is told. An edit that throws fails. */
export type AskedStep =
  | {
      readonly kind: 'edit';
      readonly command: EditCommand;
      readonly label: string;
      readonly mark: string;
      readonly answer: (made: Result<ModelChange, EditRefusal>) => void;
      readonly fail: (error: unknown) => void;
    }
  | { readonly kind: 'undone' | 'redone'; readonly answer: () => void };

/** A step that is shown once what it draws anew is derived. */
export interface PreparedStep {
  /** The document that the step was made of. */
  readonly from: WorkflowDocument;
  readonly event: Extract<SyncEvent, { kind: 'edited' | 'undone' | 'redone' }>;
  readonly answer: () => void;
}

/** Texts of the open workflow that the storage has, or will have soon. */
export interface StoredTexts {
  /** The text of the stored revision. */
  readonly text: string;
  /** The text that is being saved after it. */
  readonly next?: string | undefined;
  /** Unsaved state of an earlier visit, whose last save may still arrive. */
  readonly left?: Unsaved | undefined;
}

/** The open workflow: its text, the document read from it, its problems, its history, and what is under way. */
export interface DocumentState extends Synced {
  readonly id: string;
  readonly revision: number;
  readonly saved: Saved;
  readonly stored: StoredTexts;
  /** Whether to save as soon as text and document agree, and the save before has ended. */
  readonly isSaveAsked: boolean;
  /** What was asked for and is not done yet, in order. */
  readonly waiting: readonly AskedStep[];
  /** The first of these, while what it draws is derived. Those after it wait: each is made of what it leaves. */
  readonly preparing: PreparedStep | undefined;
  /** Grows when the reader starts anew: answers to what it was asked before are of no use then. */
  readonly opening: number;
}

/** The state before anything is opened. */
export const closedDocument: DocumentState = {
  ...emptySync,
  id: '',
  revision: 0,
  saved: { status: 'saved' },
  stored: { text: '' },
  isSaveAsked: false,
  waiting: [],
  preparing: undefined,
  opening: 0,
};
