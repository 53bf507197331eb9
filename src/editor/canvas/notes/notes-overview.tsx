import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { useDocument, useView } from '@/state/context';
import { findDragged } from '@/state/view/gestures';
import { firstNoteColor } from '@/workflow/note-colors';
import { findFirstLine } from '@/workflow/notes';
import type { Boxes } from '../../geometry/boxes';
import { noteBoxes } from '../../geometry/note-boxes';
import styles from './notes.module.css';

/** The sticky notes at low zoom, under the blocks of the tasks: their colours, and their first lines. */
export function NotesOverview({ boxes }: { readonly boxes: Boxes }) {
  const flow = useStoreApi();
  const layer = useRef<HTMLDivElement>(null);
  const document = useDocument((state) => state.document);
  const root = useView((state) => state.canvas.root);
  const drag = useView(findDragged);
  const selection = useView((state) => state.canvas.selection);
  const notes = useMemo(() => noteBoxes(document, boxes, root, drag), [document, boxes, root, drag]);
  useLayoutEffect(() => {
    const placeLayer = () => {
      const [x, y, zoom] = flow.getState().transform;
      const style = layer.current?.style;
      style?.setProperty('transform', `translate(${x}px, ${y}px) scale(${zoom})`);
      style?.setProperty('--zoom', String(zoom));
    };
    placeLayer();
    return flow.subscribe((state, before) => {
      if (state.transform !== before.transform) placeLayer();
    });
  }, [flow]);
  return (
    <div ref={layer} className={styles.overview}>
      {notes.map(({ key, note, x, y, width, height }) => (
        <div
          key={key}
          className={styles.block}
          data-note={key}
          data-color={note.color ?? firstNoteColor}
          data-selected={selection.has(key) || undefined}
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        >
          {cleanShownText(findFirstLine(note))}
        </div>
      ))}
    </div>
  );
}
