import { defined } from '@/base/defined';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import { buildPartPath, listParts, locateTask, type TaskPath } from '../../task-path';
import {
  type CondTask,
  type GroupTask,
  type SequentialTask,
  type Task,
  type TaskOf,
  type TaskType,
  taskTraits,
} from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { taskSchemas } from '../../tasks/task-schema';
import { getOwnSlots, hasOwnSlots } from '../../tasks/traits';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayout, setDependencies, setLayout } from '../edits';
import { createFreshId } from '../fresh-id';
import { mapTaskAt } from '../map-task-at';
import { createFreshTest } from '../places/arrange-tasks';
import { keepUses } from '../places/keep-uses';
import { sortByRunOrder } from '../places/run-order';
import type { Restructured } from './refuse-errors';

/** A document in which a task has another type. */
export interface ReplacedType extends Restructured {
  /** How many of the tasks in it have no place in the new type; they are gone with all that is in them. */
  readonly dropped: number;
}

/** Arguments of {@link replaceType}. */
export interface ReplaceType {
  readonly taskPath: TaskPath;
  readonly type: TaskType;
}

/** A task within the one whose type changes, in the order in which they run. */
interface OldPart {
  readonly segment: string;
  readonly task: Task;
}

/**
 * Gives a task another type and keeps what fits: the fields that both have, and the tasks in it, in their order. What
 * could not be kept of the names is listed, and the tasks without a place are counted.
 */
export function replaceType(
  document: WorkflowDocument,
  { taskPath, type }: ReplaceType,
): Result<ReplacedType, EditRefusal> {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return refuseEdit(`No task “${taskPath}”.`);
  if (task.type === type) return ok({ document, lost: [], dropped: 0 });
  const twice = findRepeatedSegment(task);
  // What is read of it may mean either.
  if (twice !== undefined)
    return refuseEdit(`Two tasks in it have the id “${twice}”. Give one of them another id first.`);
  const old = listOldParts(document, taskPath, task);
  const { task: made, now } = buildOfType(task, type, old);
  const next = mapTaskAt(document, taskPath, () => made) ?? document;
  const followPath = (one: TaskPath): TaskPath | undefined => {
    const part = old.find(({ segment }) => isAtOrWithin(one, buildPartPath(taskPath, segment)));
    if (part === undefined) return one;
    const segment = now.get(part.segment);
    return segment && buildPartPath(taskPath, segment) + one.slice(buildPartPath(taskPath, part.segment).length);
  };
  const to = new Map(
    [taskPath, ...old.map(({ segment }) => buildPartPath(taskPath, segment))].map((from) => [from, taskPath]),
  );
  const kept = keepUses(document, next, { to, moved: followPath });
  const dropped = old.length - now.size;
  return ok({ document: moveLayoutAlong(kept.document, followPath), lost: kept.lost, dropped });
}

const isAtOrWithin = (one: TaskPath, root: TaskPath) => one === root || one.startsWith(`${root}/`);

/** The tasks in the slots of its type, in the order in which they run. */
function listOldParts(document: WorkflowDocument, taskPath: TaskPath, task: Task): readonly OldPart[] {
  const own = listParts(task).filter(
    ({ position }) => position.role !== 'input' && position.role !== 'best_of_evaluator',
  );
  const bySegment = new Map(own.map(({ position, task: part }) => [position.segment, part]));
  const paths = sortByRunOrder(
    document,
    own.map(({ position }) => buildPartPath(taskPath, position.segment)),
  );
  return paths.flatMap((one) => {
    const segment = one.slice(taskPath.length + 1);
    const part = bySegment.get(segment);
    return part === undefined ? [] : [{ segment, task: part }];
  });
}

/** An id that several of the tasks in a task have. */
function findRepeatedSegment(task: Task): string | undefined {
  const segments = listParts(task).map(({ position }) => position.segment);
  return segments.find((segment, index) => segments.indexOf(segment) < index);
}

interface MadeTask {
  readonly task: Task;
  /** Where the parts are now, by their segments; those that did not fit are left out. */
  readonly now: ReadonlyMap<string, string>;
}

function buildOfType(task: Task, type: TaskType, old: readonly OldPart[]): MadeTask {
  const blank: Record<string, unknown> = { ...blankTasks[type] };
  const fields = { ...blank, ...selectFittingFields(task, type), type } as Task;
  if (old.length === 0 || !hasOwnSlots(fields)) return { task: fields, now: new Map() };
  switch (fields.type) {
    case 'sequential':
    case 'group':
      return buildListed(fields, task, old);
    case 'cond':
      return buildCases(fields, old);
    case 'map':
    case 'reduce':
    case 'director_evaluator':
      return putIntoSlots(fields, task, old);
  }
}

/** The fields of a task that the other type has too, with a value that fits there; texts that say what is asked. */
function selectFittingFields(task: Task, type: TaskType): Readonly<Record<string, unknown>> {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = taskSchemas[type].shape;
  const fields = Object.entries(task).filter(
    ([field, value]) => field !== 'type' && shape[field] !== undefined && shape[field].safeParse(value).success,
  );
  const asked = task[taskTraits[task.type].mainText.field as 'description'];
  const text = taskTraits[type].mainText.field;
  const isToldThere = task[text as 'description'] !== undefined;
  return { ...Object.fromEntries(fields), ...(asked !== undefined && !isToldThere && { [text]: asked }) };
}

/** Steps keep their order in a group by waiting for one another; tasks of a graph run in their order as steps. */
function buildListed(fields: SequentialTask | GroupTask, before: Task, old: readonly OldPart[]): MadeTask {
  const now = new Map<string, string>();
  const taken = new Set(old.map(({ segment, task }) => findPartId(segment, task)));
  const parts = old.map(({ segment, task }) => {
    const wanted = findPartId(segment, task);
    const isFree = wanted !== undefined && ![...now.values()].includes(wanted);
    const stem = taskTraits[task.type].id;
    const id = isFree ? wanted : createFreshId(stem, 1, (one) => taken.has(one) || [...now.values()].includes(one));
    now.set(segment, id);
    return [id, task] as const;
  });
  if (fields.type === 'sequential') {
    const steps = parts.map(([id, task]) => ({ ...setDependencies(task, []), id: id as TaskId }));
    return { task: { ...fields, steps }, now };
  }
  const isOrdered = before.type === 'sequential';
  const subtasks = parts.map(([id, { id: _id, ...task }], index) => {
    const after = parts[index - 1]?.[0];
    return [id, setDependencies(task as Task, isOrdered && after !== undefined ? [after] : [])] as const;
  });
  return { task: { ...fields, subtasks: Object.fromEntries(subtasks) } as Task, now };
}

function findPartId(segment: string, task: Task): string | undefined {
  if (task.id !== undefined) return task.id;
  return /^(case:\d+|else|inner_task|reduction_task|director|evaluator|script)$/.test(segment) ? undefined : segment;
}

function buildCases(fields: CondTask, old: readonly OldPart[]): MadeTask {
  const tests: string[] = [];
  const cases = old.map(({ segment, task }) => {
    const test = createFreshTest(tests);
    tests.push(test);
    const id = findPartId(segment, task);
    const { id: _id, ...part } = setDependencies(task, []);
    return { test, task: { ...(id === undefined ? {} : { id: id as TaskId }), ...part } as Task };
  });
  const { else: _blank, ...rest } = fields;
  return {
    task: { ...rest, cases } as Task,
    now: new Map(old.map(({ segment }, index) => [segment, `case:${index + 1}`])),
  };
}

/** Puts the tasks into the slot that a run needs first: several as a container of their own. */
function putIntoSlots(
  fields: TaskOf<'map' | 'reduce' | 'director_evaluator'>,
  before: Task,
  old: readonly OldPart[],
): MadeTask {
  const slots = { map: 'inner_task', reduce: 'reduction_task', director_evaluator: 'director' } as const;
  const first = slots[fields.type];
  // A slot of the same name keeps its task.
  const same = old.filter(({ segment }) => (getOwnSlots(fields.type) as readonly string[]).includes(segment));
  const others = old.filter((part) => !same.includes(part));
  const now = new Map(same.map(({ segment }) => [segment, segment]));
  if (others.length === 0 || same.some(({ segment }) => segment === first)) return { task: fields, now };
  const field = { inner_task: 'innerTask', reduction_task: 'reductionTask', director: 'director' }[first];
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    const id = findPartId(only.segment, only.task);
    const part = { ...defined({ id }), ...setDependencies(only.task, []) };
    return { task: { ...fields, [field]: part } as Task, now: new Map([...now, [only.segment, first]]) };
  }
  const type = before.type === 'group' ? 'group' : 'sequential';
  const inner =
    before.type === 'group'
      ? {
          task: { type, subtasks: before.subtasks } as Task,
          now: new Map(old.map(({ segment }) => [segment, segment])),
        }
      : buildListed({ type: 'sequential' }, before, others);
  const within = [...inner.now].map(([from, segment]) => [from, `${first}/${segment}`] as const);
  return { task: { ...fields, [field]: inner.task } as Task, now: new Map([...now, ...within]) };
}

/** The layout of what is within, where it is now. Tasks that came to a list are drawn in their order. */
function moveLayoutAlong(
  document: WorkflowDocument,
  follow: (one: TaskPath) => TaskPath | undefined,
): WorkflowDocument {
  const { layout } = document;
  if (layout === undefined) return document;
  return setLayout(document, mapLayout(layout, follow));
}
