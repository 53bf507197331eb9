import type { RingStatus } from '@/ui/display/status-ring';
import { firstNoteColor, type NoteColor } from '@/workflow/note-colors';
import { taskTraits } from '@/workflow/tasks';
import type { Box, Boxes } from '../../geometry/boxes';
import type { Rect } from '../../geometry/node-geometry';
import type { NoteBox } from '../../geometry/note-boxes';
import type { BorderPlaces } from '../border/border-wires';
import { isDrawnHollow } from './draw-overview';
import type { Colours } from './palette-colours';

/** Finds the status of each task; undefined: no run is shown. */
export type FindTaskStatus = ((box: Box) => RingStatus) | undefined;

/** A rectangle of the map, in pixels of the canvas. */
export interface FilledRect {
  readonly rect: Rect;
  readonly colour: string;
  readonly isHollow?: boolean;
}

/** What the map shows, from the lowest up. As on the canvas, notes lie behind the tasks beside them. */
export function* listFilledRects(
  boxes: Boxes,
  notes: readonly NoteBox[],
  places: BorderPlaces | undefined,
  colours: Colours,
  statusOf: FindTaskStatus,
): Generator<FilledRect> {
  const notesWhere = function* (inContainers: boolean): Generator<FilledRect> {
    for (const { note, container, ...rect } of notes)
      if ((container !== undefined) === inContainers) yield { rect, colour: noteColour(colours, note.color) };
  };
  yield* notesWhere(false);
  for (const rect of boxes.values())
    if (rect.open) yield { rect, colour: colours.family[taskTraits[rect.type].family].line };
  yield* notesWhere(true);
  for (const rect of boxes.values()) {
    if (rect.open) continue;
    const status = statusOf?.(rect);
    const colour = status === undefined ? colours.family[taskTraits[rect.type].family].solid : colours.status[status];
    yield { rect, colour, isHollow: status !== undefined && isDrawnHollow(status, colours) };
  }
  if (places === undefined) return;
  yield { rect: places.inputs, colour: colours.edge };
  yield { rect: places.result, colour: colours.edge };
}

const noteFamilies = { yellow: 'library', green: 'script', purple: 'model', pink: 'loop', gray: 'control' } as const;

function noteColour({ family, status }: Colours, color: NoteColor = firstNoteColor): string {
  return color === 'blue' ? status.running : family[noteFamilies[color]].line;
}
