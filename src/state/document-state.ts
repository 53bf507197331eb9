import type { Failure } from '@/base/errors';
import type { Synced } from './text-sync';

/** Whether the text is saved. */
export type Saved =
  | { readonly status: 'saved' | 'saving' | 'unsaved' }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The open workflow: its text, the document read from it, its problems, and its history. */
export interface DocumentState extends Synced {
  readonly id: string;
  readonly revision: number;
  readonly saved: Saved;
}
