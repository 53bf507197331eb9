import { type Point, taskIds, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { columnStep, type Positions, rowStep } from './node-geometry';

const known = new WeakMap<WorkflowDocument, Positions>();

/**
 * Where the tasks of a document are drawn: from its layout, and tasks without a place there in a column for each wave, below
 * what is placed. Such places are not part of the document until a task is moved. Worked out once for a document.
 */
export function positionsOf(document: WorkflowDocument): Positions {
  const seen = known.get(document);
  if (seen) return seen;
  const positions = placeTasks(document);
  known.set(document, positions);
  return positions;
}

/** The positions while something is dragged. */
export function withDrag(positions: Positions, drag: Positions): Positions {
  return drag.size === 0 ? positions : new Map([...positions, ...drag]);
}

function placeTasks(document: WorkflowDocument): Positions {
  const placed = document.layout?.tasks ?? {};
  const positions = new Map<string, Point>();
  const missing: string[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const id of taskIds(document)) {
    const at = Object.hasOwn(placed, id) ? placed[id] : undefined;
    if (at) bottom = Math.max(bottom, at[1]);
    else missing.push(id);
    positions.set(id, at ?? [0, 0]);
  }
  if (missing.length === 0) return positions;
  const { wave } = buildGraph(document);
  const top = Number.isFinite(bottom) ? bottom + 1.5 * rowStep : 0;
  const columns = new Map<number, string[]>();
  for (const id of missing) {
    const column = wave.get(id as never) ?? 0;
    const ids = columns.get(column);
    if (ids) ids.push(id);
    else columns.set(column, [id]);
  }
  const highest = Math.max(...[...columns.values()].map((ids) => ids.length));
  for (const [column, ids] of columns) {
    const indent = ((highest - ids.length) / 2) * rowStep;
    ids.forEach((id, row) => {
      positions.set(id, [column * columnStep, Math.round(top + indent + row * rowStep)]);
    });
  }
  return positions;
}
