import { defined } from '@/base/defined';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { collectMentions, collectReads } from '../../graph/reads';
import { findIdBefore } from '../../graph/scope';
import { findTaskScope } from '../../graph/task-scope-at';
import { locateTask, selectOutermost, type TaskPath } from '../../task-path';
import type { MapTask, Task } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { usualSlot } from '../../tasks/returned';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapTaskAt } from '../map-task-at';
import { keepUses } from '../places/keep-uses';
import { encloseTask } from './enclose-task';
import { type GroupTasks, groupTasks } from './group-tasks';
import { type MadeContainer, refuseErrors } from './refuse-errors';

/** What tasks can be wrapped in. */
export const wrappings = ['map', 'loop', 'director_evaluator'] as const;
export type Wrapping = (typeof wrappings)[number];

/** Arguments of {@link wrapTasks}. */
export interface WrapTasks extends GroupTasks {
  readonly wrapping: Wrapping;
}

/**
 * Wraps tasks in a map, a loop, or a director with an evaluator. Several are grouped first. What comes around the task
 * takes its place and its id: who read the task reads the list of results, or the last one.
 */
export function wrapTasks(document: WorkflowDocument, args: WrapTasks): Result<MadeContainer, EditRefusal> {
  const chosen = selectOutermost(args.taskPaths);
  const [taskPath] = chosen;
  if (taskPath === undefined) return refuseEdit('Select the tasks to wrap first.');
  const loops = args.wrapping === 'loop' && locateTask(document, taskPath)?.task.loop !== undefined;
  if (chosen.length === 1 && !loops) return wrapTask(document, taskPath, args.wrapping);
  const grouped = groupTasks(document, args);
  return grouped.ok ? wrapTask(grouped.value.document, grouped.value.taskPath, args.wrapping) : grouped;
}

function wrapTask(
  document: WorkflowDocument,
  taskPath: TaskPath,
  wrapping: Wrapping,
): Result<MadeContainer, EditRefusal> {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return refuseEdit(`No task “${taskPath}”.`);
  const role = findTaskScope(document, taskPath)?.role;
  if (role === 'director' || role === 'evaluator' || role === 'best_of_evaluator') {
    return refuseEdit('What directs or judges must answer by itself. Wrap the container that it is in.');
  }
  if (wrapping === 'loop') return addLoop(document, taskPath);
  if (wrapping === 'map') {
    const { items: sample } = blankTasks.map;
    const items = findItemsFor(document, taskPath, task) ?? sample;
    const holder: MapTask = { type: 'map', ...defined({ items }) };
    return encloseTask(document, { taskPath, holder, slot: 'inner_task' });
  }
  const { director: _director, ...holder } = blankTasks.director_evaluator;
  const heeding = heedFeedback(document, taskPath, task);
  return encloseTask(heeding, { taskPath, holder, slot: 'director' });
}

/** The items of a map around a task: the only thing that it waits for, as a wire into the map would set them. */
function findItemsFor(document: WorkflowDocument, taskPath: TaskPath, task: Task): MapTask['items'] | undefined {
  if (findTaskScope(document, taskPath)?.role === 'map_item' && collectMentions(task).has('item'))
    return { from: 'item' };
  const before = findIdBefore(task, findTaskScope(document, taskPath)?.beside);
  return before === undefined ? undefined : { from: before };
}

/** A prompt that does not name the verdict is told of it: a draft that heeds nothing would be the same each time. */
function heedFeedback(document: WorkflowDocument, taskPath: TaskPath, task: Task): WorkflowDocument {
  if (task.type !== 'atomic' || collectReads(task).has(usualSlot)) return document;
  const told = `Heed what was said of the last one: {{${usualSlot}}}`;
  const description = task.description === undefined ? told : `${task.description.trimEnd()}\n\n${told}`;
  return mapTaskAt(document, taskPath, (one) => ({ ...one, description })) ?? document;
}

const threeRounds = { type: 'repeat', count: 3 } as const;

function addLoop(document: WorkflowDocument, taskPath: TaskPath): Result<MadeContainer, EditRefusal> {
  const next = mapTaskAt(document, taskPath, (task) => ({ ...task, loop: threeRounds })) ?? document;
  // A name such as “last” must not come between a task and what it reads.
  const kept = keepUses(document, next, { to: new Map([[taskPath, taskPath]]), moved: (one) => one });
  const checked = refuseErrors(document, kept);
  return checked.ok ? ok({ document: checked.value, taskPath }) : checked;
}
