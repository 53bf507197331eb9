import {
  type DocumentSettings,
  findTopTask,
  getSettings,
  type Layout,
  type Point,
  type WorkflowDocument,
} from './document';
import type { TaskId } from './names';
import { listParts, type TaskPath } from './task-path';
import { listIds, type TaskRecord } from './task-record';
import type { Task } from './tasks';

/** About how many tasks at any depth, and how many positions at most, are in one part. */
const partSize = 1000;

/** What a large document holds besides its tasks and their positions, and in how many parts these come. */
export interface LargeDocument {
  readonly settings: DocumentSettings;
  /** Without positions; undefined: the document has no layout. */
  readonly layout: Omit<Layout, 'tasks'> | undefined;
  readonly hasPoints: boolean;
  readonly parts: number;
}

/** Some tasks of a large document, and some positions, each in their order. */
export interface DocumentPart {
  readonly tasks: ReadonlyMap<TaskId, Task>;
  readonly points: ReadonlyMap<TaskPath, Point>;
}

/** How a document is sent in parts; undefined: it is small enough for one message. */
export function splitLargeDocument(document: WorkflowDocument): LargeDocument | undefined {
  const { tasks: points, ...layout } = document.layout ?? {};
  const parts = Math.max(findCuts(document.tasks).length, Math.ceil(Object.keys(points ?? {}).length / partSize));
  if (parts <= 1) return undefined;
  return {
    settings: getSettings(document),
    layout: document.layout && layout,
    hasPoints: points !== undefined,
    parts,
  };
}

/** One part of a document, counted from 0. */
export function getDocumentPart(document: WorkflowDocument, index: number): DocumentPart {
  const cuts = findCuts(document.tasks);
  const tasks = new Map<TaskId, Task>();
  for (const id of listIds(document.tasks).slice(cuts[index] ?? Number.POSITIVE_INFINITY, cuts[index + 1])) {
    const task = findTopTask(document, id);
    if (task !== undefined) tasks.set(id, task);
  }
  const points = Object.entries(document.layout?.tasks ?? {}).slice(index * partSize, (index + 1) * partSize);
  return { tasks, points: new Map(points) };
}

const cutsByTasks = new WeakMap<TaskRecord, readonly number[]>();

/** Where the parts of some tasks begin, counted in tasks of the top. */
function findCuts(tasks: TaskRecord): readonly number[] {
  const known = cutsByTasks.get(tasks);
  if (known !== undefined) return known;
  const cuts: number[] = [];
  let room = 0;
  for (const [index, id] of listIds(tasks).entries()) {
    if (room <= 0) {
      cuts.push(index);
      room = partSize;
    }
    room -= countTasks(tasks[id] as Task);
  }
  cutsByTasks.set(tasks, cuts);
  return cuts;
}

/** How many tasks a task is, with those inside it. */
const countTasks = (task: Task): number => listParts(task).reduce((sum, part) => sum + countTasks(part.task), 1);

/**
 * Puts a document together again. Each part is asked for after the one before it was put in its place, so that no
 * single one holds up the thread that it comes to. Undefined if a part is not there any more.
 */
export async function joinDocumentParts(
  { settings, layout, hasPoints, parts }: LargeDocument,
  partAt: (index: number) => Promise<DocumentPart | undefined>,
): Promise<WorkflowDocument | undefined> {
  const tasks: Record<TaskId, Task> = {};
  const points: Record<TaskPath, [number, number]> = {};
  for (let index = 0; index < parts; index += 1) {
    const part = await partAt(index);
    if (part === undefined) return undefined;
    for (const [id, task] of part.tasks) tasks[id] = task;
    for (const [taskPath, [x, y]] of part.points) points[taskPath] = [x, y];
  }
  if (layout === undefined) return { ...settings, tasks };
  return { ...settings, tasks, layout: hasPoints ? { ...layout, tasks: points } : layout };
}
