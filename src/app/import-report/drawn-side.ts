import { type Box, computeBoxes } from '@/editor/geometry/boxes';
import { drawWires } from '@/editor/geometry/draw-wires';
import { buildEdgePath, computeBounds, type Rect } from '@/editor/geometry/node-geometry';
import { noteBoxes } from '@/editor/geometry/note-boxes';
import type { ForeignDrawing } from '@/formats/foreign/foreign-drawing';
import type { ImportMark, ReportLine } from '@/formats/foreign/import-report';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { findTaskPathAt, getLastSegment, locateTask } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';

/** One of the two drawings beside a report, in pixels of its canvas. */
export interface DrawnSide extends Rect {
  /** Containers come before what is in them. */
  readonly boxes: readonly SideBox[];
  readonly wires: readonly SideWire[];
  /** Boxes that are left out, as there are too many. */
  readonly more: number;
}

/** A node, a task or a note. */
export interface SideBox extends Rect {
  readonly key: string;
  readonly title: string;
  /** What it is, for who hears it. */
  readonly kind: string;
  readonly isOpen: boolean;
  readonly isNote: boolean;
  readonly mark: ImportMark | undefined;
  /** The places of the lines of the report that it belongs to, its own first; none: it cannot be selected. */
  readonly places: readonly string[];
}

interface SideWire {
  readonly key: string;
  readonly path: string;
  /** The place of its line, if it has one. */
  readonly place: string | undefined;
}

const margin = 24;
const mostBoxes = 1000;

/** The drawing of the other program. */
export function drawOldSide({ boxes, wires, more }: ForeignDrawing, lines: readonly ReportLine[]): DrawnSide {
  const marks = new Map(lines.map(({ place, mark }) => [place, mark]));
  const drawn = boxes.map(({ place, title, kind, at: [x, y, width, height], isOpen }): SideBox => {
    const told = marks.has(place) ? [place] : [];
    const isNote = kind === 'note';
    return { key: place, title, kind, x, y, width, height, isOpen, isNote, mark: marks.get(place), places: told };
  });
  const found = new Map(drawn.map((box) => [box.key, box]));
  const paths = wires.flatMap(({ from, port, to }): SideWire[] => {
    const [start, end] = [found.get(`node:${from}`), found.get(`node:${to}`)];
    if (start === undefined || end === undefined) return [];
    const path = buildEdgePath([start.x + start.width, start.y + start.height / 2], [end.x, end.y + end.height / 2]);
    const place = `edge:${from}/${port}/${to}`;
    return [{ key: place, path, place: marks.has(place) ? place : undefined }];
  });
  return fitSide(drawn, paths, more);
}

/** The drawing of the workflow, as the canvas has it. */
export function drawNewSide(document: WorkflowDocument, lines: readonly ReportLine[]): DrawnSide {
  const told = findTold(document, lines);
  const boxes = computeBoxes(document);
  const tasks = [...boxes.values()].slice(0, mostBoxes).map((box) => drawTask(document, box, told));
  const notes = noteBoxes(document, boxes, undefined)
    .slice(0, mostBoxes)
    .map(({ note, x, y, width, height }, index): SideBox => {
      const title = note.text.slice(0, 80) || 'Note';
      return {
        ...{ key: `note ${index}`, title, kind: 'note', x, y, width, height },
        ...{ isOpen: false, isNote: true, mark: undefined, places: [] },
      };
    });
  const wires = drawWires(document, boxes).map((path, index) => ({ key: `${index} ${path}`, path, place: undefined }));
  return fitSide([...tasks, ...notes], wires, Math.max(0, boxes.size - mostBoxes));
}

interface Told {
  readonly places: string[];
  mark: ImportMark | undefined;
}

/** The lines that a task came of, by its path: those of a node first. */
function findTold(document: WorkflowDocument, lines: readonly ReportLine[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  const isOfNode = ({ place }: ReportLine) => place.startsWith('node:');
  for (const line of [...lines.filter(isOfNode), ...lines.filter((one) => !isOfNode(one))]) {
    for (const path of line.new) {
      const taskPath = findTaskPathAt(document, path.split('.'));
      if (taskPath === undefined) continue;
      const known = told.get(taskPath) ?? { places: [], mark: undefined };
      known.places.push(line.place);
      if (isOfNode(line)) known.mark ??= line.mark;
      told.set(taskPath, known);
    }
  }
  return told;
}

function drawTask(document: WorkflowDocument, box: Box, told: ReadonlyMap<string, Told>): SideBox {
  const { taskPath, x, y, width, height, open, type } = box;
  const id = getLastSegment(taskPath);
  const task = locateTask(document, taskPath)?.task;
  const { places = [], mark } = told.get(taskPath) ?? {};
  return {
    ...{ key: taskPath, title: formatTaskLabel(formatSegment(id), task ?? {}), kind: taskTraits[type].label },
    ...{ x, y, width, height, isOpen: open, isNote: false, mark, places },
  };
}

/** A drawing with room around it. */
function fitSide(boxes: readonly SideBox[], wires: readonly SideWire[], more: number): DrawnSide {
  const { x, y, width, height } = computeBounds(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    ...{ x: Math.floor(x) - margin, y: Math.floor(y) - margin },
    ...{ width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + 2 * margin },
    ...{ boxes, wires, more },
  };
}
