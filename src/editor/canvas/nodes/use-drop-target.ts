import type { TaskPath } from '@/workflow/task-path';
import { type DropTarget, useCanvasState } from '../canvas-state';

/** What is being dragged over a container, or moved to it by keyboard, if it is not there already. */
export function useDropTarget(taskPath: TaskPath): DropTarget | undefined {
  return useCanvasState(({ dropInto, dropEdge }) =>
    dropInto?.into.container === taskPath && !dropInto.isHome && dropEdge === undefined ? dropInto : undefined,
  );
}
