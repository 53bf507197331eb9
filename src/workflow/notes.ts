import { cutToStart } from '@/base/start-of';
import type { StickyNote, WorkflowDocument } from './document';

/**
 * How a sticky note is named beside tasks, in a selection and while it is dragged: `note:0` is the first of the layout.
 * No task path begins so, as no name contains a colon.
 */
export type NoteKey = `note:${number}`;

const prefix = 'note:';

/** The key of the note at this place of the layout. */
export function noteKey(index: number): NoteKey {
  return `${prefix}${index}`;
}

/** Whether a key is that of a note, not the path of a task. */
export function isNoteKey(key: string): key is NoteKey {
  return key.startsWith(prefix);
}

/** The place of a note in the layout by its key; undefined: it is the path of a task. */
export function noteIndex(key: string): number | undefined {
  return isNoteKey(key) ? Number(key.slice(prefix.length)) : undefined;
}

/** The note of a key; undefined if there is none, or it is the path of a task. */
export function noteByKey({ layout }: WorkflowDocument, key: string): StickyNote | undefined {
  const index = noteIndex(key);
  return index === undefined ? undefined : layout?.notes?.[index];
}

/** The first line of a note that says something, without the marks of Markdown around it; empty for an empty note. */
export function findFirstLine({ text }: Pick<StickyNote, 'text'>): string {
  for (const line of cutToStart(text, 2000).split('\n')) {
    const said = line
      .replace(/^[\s>#*+-]+(?:\[[ xX]\]\s+)?/, '')
      .replace(/[*_`~]+/g, '')
      .trim();
    if (said !== '') return said;
  }
  return '';
}
