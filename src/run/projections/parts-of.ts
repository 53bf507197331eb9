import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { JournalPath } from '../journal-path';
import type { RunState, TaskInstance } from '../run-state';

/** An instance of a task directly within another one. */
export interface StartedPart {
  readonly taskPath: TaskPath;
  readonly instance: TaskInstance;
}

/** Every instance of every part that ran directly within an instance, part by part. */
export function listStartedParts(run: RunState, taskPath: TaskPath, instance: JournalPath): readonly StartedPart[] {
  const parts: StartedPart[] = [];
  for (const [inner, instances] of run.instances) {
    if (!inner.startsWith(`${taskPath}/`) || findStartedContainer(run, inner) !== taskPath) continue;
    for (const one of instances)
      if (one.path.startsWith(`${instance}/`)) parts.push({ taskPath: inner, instance: one });
  }
  return parts;
}

/**
 * The started container of a task. Segments of library calls and decompositions are skipped, because they are no tasks.
 * Undefined at the top.
 */
export function findStartedContainer(run: RunState, taskPath: TaskPath): TaskPath | undefined {
  const container = findContainerPath(taskPath);
  return container === undefined || run.tasks.has(container) ? container : findStartedContainer(run, container);
}
