import { createId } from '@/base/create-id';
import { defined } from '@/base/defined';
import { type Change, joinModelChanges, joinTextEdits, type TextEdit } from '@/workflow/change';
import type { SavedHistory, SavedStep } from '@/workflow/repository';

/** Undo and redo, newest last. */
export interface EditHistory {
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

/** The most steps that are kept. */
const maxSteps = 200;

/** The history of a document that has not been edited. */
export const emptyHistory: EditHistory = { past: [], future: [] };

/**
 * A mark that no other step has, nor one of an earlier visit, whose history is kept. Consecutive changes that are made
 * with it are one step.
 */
export function createMark(): string {
  return createId();
}

/**
 * Records a change that was just made, and clears the redo steps. A change with the mark of the last step belongs to
 * the same gesture and joins it.
 */
export function recordChange(history: EditHistory, change: Change): EditHistory {
  const last = history.past.at(-1);
  const joined = last !== undefined && last.mark === change.mark ? joinChanges(last, change) : undefined;
  const past = joined ? [...history.past.slice(0, -1), joined] : [...history.past, change].slice(-maxSteps);
  return { past, future: [] };
}

function joinChanges(first: Change, second: Change): Change | undefined {
  if ((first.model === undefined) !== (second.model === undefined)) return undefined;
  const model = first.model && second.model ? joinModelChanges(first.model, second.model) : undefined;
  if (first.model && !model) return undefined;
  const edits = joinTextEdits(first.edits, second.edits);
  return { label: first.label, mark: first.mark, edits, ...defined({ model }) };
}

/** A single edit from `before` to `after`: what lies between their common start and end. No edit if they are equal. */
export function computeDifference(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return [
    { at: start, removed: before.slice(start, before.length - end), inserted: after.slice(start, after.length - end) },
  ];
}

/** The history to store: without model changes, which follow from parsing the text. */
export function saveHistory(history: EditHistory): SavedHistory {
  const strip = ({ label, mark, edits }: Change): SavedStep => ({ label, mark, edits });
  return { past: history.past.map(strip), future: history.future.map(strip) };
}
