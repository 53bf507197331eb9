import { ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { findDragged, findWrittenNote } from '@/state/view/gestures';
import { isNoteKey } from '@/workflow/notes';
import type { Boxes } from '../../geometry/boxes';
import { isTouching } from '../../geometry/node-geometry';
import { noteBoxes } from '../../geometry/note-boxes';
import { useShown } from '../use-shown';
import { NoteNode } from './note-node';

/** The sticky notes near the view, behind the tasks. `boxes`: those on the canvas, dragged ones where they are now. */
export function NotesLayer({ boxes }: { readonly boxes: Boxes }) {
  const { region, root } = useShown();
  const document = useDocument((state) => state.document);
  const drag = useView(findDragged);
  const notes = useMemo(() => noteBoxes(document, boxes, root, drag), [document, boxes, root, drag]);
  const selection = useView((state) => state.canvas.selection);
  const written = useView(findWrittenNote);
  const chosen = [...selection].filter(isNoteKey);
  return (
    <ViewportPortal>
      {notes.map(
        (box) =>
          (isTouching(box, region) || box.key === written) && (
            <NoteNode
              key={box.key}
              box={box}
              isSelected={selection.has(box.key)}
              isSized={chosen.length === 1 && chosen[0] === box.key}
              isWritten={written === box.key}
              isLifted={drag.has(box.key)}
            />
          ),
      )}
    </ViewportPortal>
  );
}
