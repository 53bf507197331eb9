import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { buildPartPath, getLastSegment, locateTask, type TaskPath } from '../../task-path';
import type { SequentialTask, Task } from '../../tasks';
import type { OwnSlot } from '../../tasks/part-slots';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayout, setLayout } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { putIntoSlot } from '../places/arrange-tasks';
import { keepUses } from '../places/keep-uses';
import { findTaskPlace } from '../places/task-place';
import { type MadeContainer, refuseErrors } from './refuse-errors';

/** Arguments of {@link encloseTask}. */
export interface EncloseTask {
  readonly taskPath: TaskPath;
  /** The container around it, without its part. */
  readonly holder: Task;
  readonly slot: Exclude<OwnSlot, 'subtask' | 'case'>;
}

/** What says when a task runs; it belongs to the container that takes its place. */
const outward = ['dependsOn', 'triggerRule', 'priority', 'disabled', 'breakpoint'] as const;

/**
 * Puts a container around a task. The container takes its place, its id and what it waits for, so that whoever read the
 * task reads the result of the container.
 */
export function encloseTask(
  document: WorkflowDocument,
  { taskPath, holder, slot }: EncloseTask,
): Result<MadeContainer, EditRefusal> {
  const place = findTaskPlace(document, taskPath);
  const isNamed = place.kind !== 'slot' && !getLastSegment(taskPath).startsWith('case:');
  const segment = slot === 'step' ? chooseStepId(document, taskPath, isNamed) : slot;
  const now = buildPartPath(taskPath, segment);
  const enclosed = mapTaskAt(document, taskPath, (task) => putAround(task, holder, segment, isNamed));
  if (enclosed === undefined) return refuseEdit(`No task “${taskPath}”.`);
  const mapReader = (one: TaskPath) => (isAtOrWithin(one, taskPath) ? now + one.slice(taskPath.length) : one);
  const mapMoved = (one: TaskPath) => (one === taskPath ? one : mapReader(one));
  const kept = keepUses(document, enclosed, { to: new Map([[taskPath, now]]), moved: mapMoved, readerOf: mapReader });
  const checked = refuseErrors(document, kept);
  if (!checked.ok) return checked;
  return ok({ document: moveLayoutWithin(checked.value, taskPath, now), taskPath });
}

function isAtOrWithin(taskPath: TaskPath, root: TaskPath): boolean {
  return taskPath === root || taskPath.startsWith(`${root}/`);
}

/** The id of a task as the only step of a sequence: its own, else a plain one. */
function chooseStepId(document: WorkflowDocument, taskPath: TaskPath, isNamed: boolean): string {
  if (isNamed) return getLastSegment(taskPath);
  return locateTask(document, taskPath)?.task.id ?? 'step_1';
}

function putAround(task: Task, holder: Task, segment: string, isNamed: boolean): Task {
  const { id, ...rest } = task;
  const inner = Object.fromEntries(Object.entries(rest).filter(([field]) => !outward.some((one) => one === field)));
  const out = Object.fromEntries(outward.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]])));
  const own = isNamed && id !== undefined ? { id } : {};
  const part = { ...(isNamed || id === undefined ? {} : { id }), ...inner } as Task;
  const empty = { ...own, ...out, ...holder } as Task;
  if (holder.type !== 'sequential') return putIntoSlot(empty, segment, part);
  return { ...(empty as SequentialTask), steps: [isNamed ? ({ ...part, id: segment } as Task) : part] };
}

/** The layout with what is within a task one level further in. */
function moveLayoutWithin(document: WorkflowDocument, taskPath: TaskPath, now: TaskPath): WorkflowDocument {
  const { layout } = document;
  if (layout === undefined) return document;
  const further = (one: TaskPath) => (one.startsWith(`${taskPath}/`) ? now + one.slice(taskPath.length) : one);
  return setLayout(
    document,
    mapLayout(layout, (one) => (one === taskPath ? now : further(one)), further),
  );
}
