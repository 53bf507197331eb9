import type { TaskPlace } from '@/workflow/commands/places/task-place';
import type { Point } from '@/workflow/document';

/** Where a new task goes. Without any of it: under the pointer, else to the selected container or task. */
export interface AddAt {
  /** The centre of the task, in pixels of the canvas: it goes into the container there. */
  readonly middle?: Point | undefined;
  readonly into?: TaskPlace | undefined;
  /** Whether it goes to the selection even while the pointer is over the canvas. */
  readonly toSelection?: boolean;
}

/** What a new task is connected to. */
export interface Neighbours {
  readonly after?: string;
  readonly before?: string;
}
