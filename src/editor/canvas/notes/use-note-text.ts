import { useRef, useState } from 'react';
import { useStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import type { NoteKey } from '@/workflow/notes';
import { patchNotes } from '../../actions/note-edits';

/** The pause in ms after which typing begins another step of the edit history. */
const burstMs = 1000;

/**
 * The text of a note in a field: what is shown, and what a key changes it to. One burst of typing is one step of the
 * history. What is not an echo of what was typed here, such as an undo, shows at once.
 */
export function useNoteText(noteKey: NoteKey, text: string): readonly [string, (next: string) => void] {
  const stores = useStores();
  const [draft, setDraft] = useState({ shown: text, seen: text, sent: [] as readonly string[] });
  const burst = useRef({ mark: '', at: Number.NEGATIVE_INFINITY });
  if (text !== draft.seen) {
    const echo = draft.sent.indexOf(text);
    setDraft({ shown: echo < 0 ? text : draft.shown, seen: text, sent: draft.sent.slice(echo + 1) });
  }
  const typeText = (next: string) => {
    const now = Date.now();
    const mark = now - burst.current.at > burstMs ? createMark() : burst.current.mark;
    burst.current = { mark, at: now };
    setDraft(({ seen, sent }) => ({ shown: next, seen, sent: [...sent, next] }));
    void patchNotes(stores, new Map([[noteKey, { text: next }]]), 'Write a note', mark);
  };
  return [draft.shown, typeText];
}
