import type { WorkflowDocument } from '@/workflow/document';
import { containerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { type Box, type Boxes, boxesOf } from './boxes';
import type { Positions } from './node-geometry';

const unfolded = new WeakMap<WorkflowDocument, { readonly root: TaskPath; readonly document: WorkflowDocument }>();
const within = new WeakMap<Boxes, { readonly root: TaskPath; readonly boxes: Boxes }>();

/**
 * The boxes on a canvas that is opened at a container: that and everything in it, unfolded. Without one, or if it is
 * gone, all boxes.
 */
export function boxesUnder(document: WorkflowDocument, root: TaskPath | undefined, drag?: Positions): Boxes {
  if (root === undefined || locateTask(document, root) === undefined) return boxesOf(document, drag);
  const all = boxesOf(unfoldedTo(document, root), drag);
  const known = within.get(all);
  if (known?.root === root) return known.boxes;
  const inside = `${root}/`;
  const boxes = new Map<TaskPath, Box>();
  for (const [taskPath, box] of all) if (taskPath === root || taskPath.startsWith(inside)) boxes.set(taskPath, box);
  within.set(all, { root, boxes });
  return boxes;
}

/** The document in which this container and those around it are not folded. */
function unfoldedTo(document: WorkflowDocument, root: TaskPath): WorkflowDocument {
  const { layout } = document;
  const known = unfolded.get(document);
  if (known?.root === root) return known.document;
  const open = new Set<TaskPath>();
  for (let at: TaskPath | undefined = root; at !== undefined; at = containerPath(at)) open.add(at);
  const isFolded = layout?.collapsed?.some((taskPath) => open.has(taskPath)) ?? false;
  const collapsed = layout?.collapsed?.filter((taskPath) => !open.has(taskPath)) ?? [];
  const shown = isFolded ? { ...document, layout: { ...layout, collapsed } } : document;
  unfolded.set(document, { root, document: shown });
  return shown;
}
