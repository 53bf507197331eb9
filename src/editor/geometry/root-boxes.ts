import { findDefinitionAt, type WorkflowDocument } from '@/workflow/document';
import { findContainerPath, getRootPath, listParts, locateTask, type TaskPath } from '@/workflow/task-path';
import { getOwnSlots } from '@/workflow/tasks/traits';
import { type Box, type Boxes, computeBoxes, getDrawnDocument } from './boxes';
import { computeBounds, nodeHeight, nodeWidth, type Positions, type Rect } from './node-geometry';

const unfolded = new WeakMap<WorkflowDocument, { readonly root: TaskPath; readonly document: WorkflowDocument }>();
const within = new WeakMap<Boxes, { readonly root: TaskPath; readonly boxes: Boxes }>();

/**
 * The boxes on a canvas that is opened at a container: that and everything in it, unfolded. Without one, or if it is
 * gone, all boxes.
 */
export function computeBoxesUnder(document: WorkflowDocument, root: TaskPath | undefined, drag?: Positions): Boxes {
  if (root === undefined || !canOpen(document, root)) return computeBoxes(document, drag);
  const all = computeBoxes(unfoldTo(getDrawnDocument(document, root), root), drag);
  const known = within.get(all);
  if (known?.root === root) return known.boxes;
  const inside = `${root}/`;
  const boxes = new Map<TaskPath, Box>();
  for (const [taskPath, box] of all) if (taskPath === root || taskPath.startsWith(inside)) boxes.set(taskPath, box);
  within.set(all, { root, boxes });
  return boxes;
}

/** Whether the canvas can be opened at a path: there is a task, or a function. */
export function canOpen(document: WorkflowDocument, root: TaskPath): boolean {
  return (
    locateTask(document, root) !== undefined ||
    (getRootPath(root) === root && findDefinitionAt(document, root) !== undefined)
  );
}

/** The container that is the frame of a canvas; undefined: the workflow, or a function whose task holds no others. */
export function findCanvasFrame(document: WorkflowDocument, root: TaskPath | undefined): TaskPath | undefined {
  const task = root === undefined ? undefined : locateTask(document, root)?.task;
  return task && (getOwnSlots(task.type).length > 0 || listParts(task).length > 0) ? root : undefined;
}

/** What a node at the border of a function takes up, with the wires to it, in pixels. */
export const borderRoom = { width: 220, gap: 96, head: 36, row: 24 } as const;

/** The rectangle of all that a canvas shows; undefined: nothing. Of a function it has room for inputs and result. */
export function computeCanvasBounds(
  document: WorkflowDocument,
  root: TaskPath | undefined,
  others: readonly Rect[] = [],
): Rect | undefined {
  const bounds = computeBounds([...computeBoxesUnder(document, root).values(), ...others]);
  const definition = root === undefined || getRootPath(root) !== root ? undefined : findDefinitionAt(document, root);
  if (definition === undefined) return bounds;
  const { x, y, width, height } = bounds ?? { x: 0, y: 0, width: nodeWidth, height: nodeHeight };
  const { head, row, gap } = borderRoom;
  const side = borderRoom.width + gap;
  const inputs = head + row * ((definition.parameters?.length ?? 0) + 1);
  return { x: x - side, y, width: width + 2 * side, height: Math.max(height, inputs) };
}

/** The document in which this container and those around it are not folded. */
function unfoldTo(document: WorkflowDocument, root: TaskPath): WorkflowDocument {
  const { layout } = document;
  const known = unfolded.get(document);
  if (known?.root === root) return known.document;
  const open = new Set<TaskPath>();
  for (let at: TaskPath | undefined = root; at !== undefined; at = findContainerPath(at)) open.add(at);
  const isFolded = layout?.collapsed?.some((taskPath) => open.has(taskPath)) ?? false;
  const collapsed = layout?.collapsed?.filter((taskPath) => !open.has(taskPath)) ?? [];
  const shown = isFolded ? { ...document, layout: { ...layout, collapsed } } : document;
  unfolded.set(document, { root, document: shown });
  return shown;
}
