import { useReactFlow } from '@xyflow/react';
import { memo, type PointerEvent, useState } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { cutToStart } from '@/base/start-of';
import { useStores } from '@/state/context';
import { Markdown } from '@/ui/text/markdown';
import { leastNoteSize } from '@/workflow/commands/note-size';
import { firstNoteColor } from '@/workflow/note-colors';
import { findFirstLine } from '@/workflow/notes';
import { patchNotes } from '../../actions/note-edits';
import { isSameRect, type Rect } from '../../geometry/node-geometry';
import type { NoteBox } from '../../geometry/note-boxes';
import { followPointer } from '../pointer/follow-pointer';
import { NoteText } from './note-text';
import styles from './notes.module.css';

interface NoteNodeProps {
  readonly box: NoteBox;
  readonly isSelected: boolean;
  /** Whether its corners can be dragged. */
  readonly isSized: boolean;
  readonly isWritten: boolean;
  readonly isLifted: boolean;
}

/** The most characters of a note that are drawn: far more than a person reads on a canvas. */
const mostRendered = 20_000;

/** A sticky note: its text as Markdown, or as it is written. */
export const NoteNode = memo(NoteView, (before, after) => {
  const { box: was, ...rest } = before;
  const { box, ...now } = after;
  const isSame = was.key === box.key && was.note === box.note && was.depth === box.depth && isSameRect(was, box);
  return isSame && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === now[key]);
});

function NoteView({ box, isSelected, isSized, isWritten, isLifted }: NoteNodeProps) {
  const [sized, setSized] = useState<Rect>();
  const { x, y, width, height } = sized ?? box;
  const { note, key, depth } = box;
  const line = cleanShownText(findFirstLine(note));
  const more = note.text.length - mostRendered;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a note is no fieldset
    <div
      className={styles.note}
      data-task={key}
      data-note
      data-color={note.color ?? firstNoteColor}
      data-selected={isSelected || undefined}
      role="group"
      aria-label={`Note: ${line || 'empty'}`}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height, zIndex: isLifted ? 299 : depth - 1 }}
    >
      {isWritten ? (
        <NoteText noteKey={key} text={note.text} />
      ) : (
        <div className={styles.text}>
          {line === '' ? (
            <span className={styles.empty}>Empty note</span>
          ) : (
            <Markdown text={cutToStart(note.text, mostRendered)} />
          )}
          {more > 0 && <p className={styles.more}>{`and ${more.toLocaleString('en')} more characters`}</p>}
        </div>
      )}
      {isSized && !isWritten && <Corners box={box} onSize={setSized} />}
    </div>
  );
}

/** A corner: which of the edges move with it. */
const corners = ['nw', 'ne', 'sw', 'se'] as const;

/** The corners of a note, which are dragged to change its size. */
function Corners({ box, onSize }: { readonly box: NoteBox; readonly onSize: (rect: Rect | undefined) => void }) {
  const stores = useStores();
  const flow = useReactFlow();
  const startSizing = (event: PointerEvent<HTMLElement>, corner: (typeof corners)[number]) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const from = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    let rect: Rect = box;
    const endSizing = () => onSize(undefined);
    followPointer(event, {
      autoPan() {
        // The other corner stays where it is seen.
      },
      move(clientX, clientY) {
        const to = flow.screenToFlowPosition({ x: clientX, y: clientY });
        rect = resizeByCorner(box, corner, to.x - from.x, to.y - from.y);
        onSize(rect);
      },
      async drop() {
        const at: [number, number] = [box.at[0] + rect.x - box.x, box.at[1] + rect.y - box.y];
        const size: [number, number] = [rect.width, rect.height];
        await patchNotes(stores, new Map([[box.key, { at, size }]]), 'Resize 1 note');
        endSizing();
      },
      cancel: endSizing,
      click() {
        // A press without a move changes nothing.
      },
    });
  };
  return corners.map((corner) => (
    <span
      key={corner}
      className={styles.corner}
      data-corner={corner}
      data-floating
      onPointerDown={(event) => startSizing(event, corner)}
    />
  ));
}

/** A box with one corner moved: the opposite one stays, and it does not get too small. */
function resizeByCorner(box: Rect, corner: (typeof corners)[number], dx: number, dy: number): Rect {
  const [isWest, isNorth] = [corner.endsWith('w'), corner.startsWith('n')];
  const width = Math.max(box.width + (isWest ? -dx : dx), leastNoteSize.width);
  const height = Math.max(box.height + (isNorth ? -dy : dy), leastNoteSize.height);
  return {
    x: isWest ? box.x + box.width - width : box.x,
    y: isNorth ? box.y + box.height - height : box.y,
    width,
    height,
  };
}
