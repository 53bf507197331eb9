import type { WorkflowDocument } from './document';
import { buildPartPath, listParts, type TaskPath } from './task-path';
import type { Task } from './tasks';

/** A task at any depth, and the place where it is. */
export interface WalkedTask {
  readonly taskPath: TaskPath;
  readonly task: Task;
}

/** Every task of a document at any depth, each before those within it, in the author's order. */
export function* walkTasks({ tasks }: Pick<WorkflowDocument, 'tasks'>): Generator<WalkedTask> {
  for (const id in tasks) {
    if (!Object.hasOwn(tasks, id)) continue;
    yield* walkTask(tasks[id as keyof typeof tasks] as Task, id);
  }
}

/** A task, and every task within it. */
export function* walkTask(task: Task, taskPath: TaskPath): Generator<WalkedTask> {
  yield { taskPath, task };
  for (const part of listParts(task)) yield* walkTask(part.task, buildPartPath(taskPath, part.position.segment));
}
