import { useEffect, useRef } from 'react';
import { useStores } from '@/state/context';
import { endGesture, findWrittenNote } from '@/state/view/gestures';
import type { NoteKey } from '@/workflow/notes';
import { getCanvas } from '../../actions/canvas-handle';
import styles from './notes.module.css';
import { useNoteText } from './use-note-text';

/** The text of a note while a person writes in it. Escape, or a click elsewhere, ends it. */
export function NoteText({ noteKey, text }: { readonly noteKey: NoteKey; readonly text: string }) {
  const { view } = useStores();
  const [shown, type] = useNoteText(noteKey, text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const leaveText = () => {
    if (findWrittenNote(view.getState()) === noteKey) endGesture(view, 'write');
  };
  return (
    <textarea
      ref={field}
      // React Flow leaves the wheel to what has this class.
      // cspell:disable-next-line
      className={`${styles.area} nowheel`}
      aria-label="Text of the note, in Markdown"
      value={shown}
      spellCheck
      onChange={(event) => type(event.target.value)}
      onBlur={leaveText}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        leaveText();
        getCanvas(view)?.focus();
      }}
    />
  );
}
