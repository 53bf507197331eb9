import type { Layout, Point } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { isSameRect, type Rect } from './node-geometry';
import { groupNotesByContainer } from './note-rect';

const empty: Layout = {};
const none: readonly TaskPath[] = [];
const differences = new WeakMap<Layout, WeakMap<Layout, readonly TaskPath[]>>();

/**
 * The paths of tasks that two layouts place or fold differently, and of containers with other notes in them. Found once
 * for a pair: an edit moves a few of thousands.
 */
export function listLayoutDifferences(before: Layout = empty, after: Layout = empty): readonly TaskPath[] {
  if (before === after) return none;
  const known = differences.get(after)?.get(before);
  if (known !== undefined) return known;
  const found = [
    ...listMovedPaths(before.tasks ?? {}, after.tasks ?? {}),
    ...listFoldedPaths(before.collapsed ?? none, after.collapsed ?? none),
    ...listNotedPaths(before, after),
  ];
  const ofAfter = differences.get(after) ?? new WeakMap<Layout, readonly TaskPath[]>();
  differences.set(after, ofAfter.set(before, found));
  return found;
}

type Points = NonNullable<Layout['tasks']>;

function listMovedPaths(before: Points, after: Points): TaskPath[] {
  if (before === after) return [];
  const moved: TaskPath[] = [];
  let both = 0;
  const paths = Object.keys(after);
  for (const taskPath of paths) {
    const was = Object.hasOwn(before, taskPath) ? before[taskPath] : undefined;
    if (was !== undefined) both += 1;
    if (!isSamePoint(was, after[taskPath])) moved.push(taskPath);
  }
  const old = Object.keys(before);
  if (old.length > both) for (const taskPath of old) if (!Object.hasOwn(after, taskPath)) moved.push(taskPath);
  return moved;
}

const around = new WeakMap<readonly TaskPath[], ReadonlySet<TaskPath>>();

/** These paths, and the containers around them. */
export function addContainers(paths: readonly TaskPath[]): ReadonlySet<TaskPath> {
  const known = around.get(paths);
  if (known !== undefined) return known;
  const found = new Set<TaskPath>();
  for (const path of paths) {
    for (let at: TaskPath | undefined = path; at !== undefined && !found.has(at); at = findContainerPath(at))
      found.add(at);
  }
  around.set(paths, found);
  return found;
}

/** Whether two points, or none, are the same. */
export function isSamePoint(a: Point | undefined, b: Point | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]);
}

function listFoldedPaths(before: readonly TaskPath[], after: readonly TaskPath[]): TaskPath[] {
  if (before === after) return [];
  const [was, is] = [new Set(before), new Set(after)];
  return [...before.filter((one) => !is.has(one)), ...after.filter((one) => !was.has(one))];
}

function listNotedPaths(before: Layout, after: Layout): TaskPath[] {
  const [was, is] = [groupNotesByContainer(before.notes), groupNotesByContainer(after.notes)];
  if (was === is) return [];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (container) => !hasSameRects(was.get(container), is.get(container)),
  );
}

function hasSameRects(rects: readonly Rect[] = [], others: readonly Rect[] = []): boolean {
  return (
    rects.length === others.length &&
    rects.every((rect, index) => {
      const other = others[index];
      return other !== undefined && isSameRect(rect, other);
    })
  );
}
