import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { formatSegment } from '../../segment-label';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  type TaskPath,
} from '../../task-path';
import type { Task } from '../../tasks';
import { getTriggerRuleWords } from '../../trigger-rule-words';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapTaskAt } from '../map-task-at';
import type { MovedPath } from './arrange-tasks';
import { findBranches, findSiblingTasks, type PathEdge } from './carry-waits';

type Rule = Task['triggerRule'];

/**
 * A container that waits in the place of tasks that came into it: these, and whether all of their waits are its now.
 */
interface Holder {
  readonly tasks: Map<TaskPath, { readonly rule: Rule; readonly isWhole: boolean }>;
}

/**
 * Hands the trigger rules of moved tasks on to the containers that now wait in their place. Refused where a container
 * cannot take a rule over, because others in it, or what it waited for before, would then run otherwise. `after`: the
 * document in which the waits are carried over already.
 */
export function carryRules(
  before: WorkflowDocument,
  after: WorkflowDocument,
  waits: readonly PathEdge[],
  moved: MovedPath,
): Result<WorkflowDocument, EditRefusal> {
  let next = after;
  for (const [path, { tasks }] of listHolders(before, after, waits, moved)) {
    const rules = new Set([...tasks.values()].map(({ rule }) => rule ?? 'default'));
    const [rule] = rules;
    if (rules.size === 1 && rule === 'default') continue;
    const refusal = findRuleRefusal(before, next, path, tasks, rules.size === 1 ? rule : undefined);
    if (refusal !== undefined) return refuseEdit(refusal);
    for (const task of tasks.keys()) next = mapTaskAt(next, task, removeRule) ?? next;
    next = mapTaskAt(next, path, (holder) => ({ ...holder, triggerRule: rule })) ?? next;
  }
  return ok(next);
}

/** The containers that wait now for what tasks in them waited for, by their paths. */
function listHolders(
  before: WorkflowDocument,
  after: WorkflowDocument,
  waits: readonly PathEdge[],
  moved: MovedPath,
): ReadonlyMap<TaskPath, Holder> {
  const holders = new Map<TaskPath, Holder>();
  for (const { task: was, on } of waits) {
    const [task, other] = [moved(was), moved(on)];
    const branches = task === undefined || other === undefined ? undefined : findBranches(task, other);
    if (task === undefined || branches === undefined) continue;
    const path = branches.container === undefined ? branches.first : buildPartPath(branches.container, branches.first);
    if (path === task) continue;
    const holder = holders.get(path) ?? { tasks: new Map() };
    const isWhole = (locateTask(after, task)?.task.dependsOn ?? []).length === 0;
    holder.tasks.set(task, { rule: locateTask(before, was)?.task.triggerRule, isWhole });
    holders.set(path, holder);
  }
  return holders;
}

/**
 * Why a container cannot take over the rule of tasks in it; undefined: it can. `rule`: undefined, they have several.
 */
function findRuleRefusal(
  before: WorkflowDocument,
  after: WorkflowDocument,
  path: TaskPath,
  tasks: Holder['tasks'],
  rule: Rule,
): string | undefined {
  const [first] = [...tasks].find(([, one]) => one.rule !== undefined && one.rule !== 'default') ?? [];
  if (first === undefined) return undefined;
  const holder = locateTask(after, path)?.task;
  const was = locateTask(before, path)?.task;
  const isInGraph = findSiblingTasks(after, findContainerPath(path)) !== undefined && !isStep(after, path);
  const hasOwnWaits = (was?.dependsOn ?? []).length > 0 && was?.triggerRule !== rule;
  const others =
    holder === undefined
      ? []
      : listParts(holder).filter(({ position }) => !tasks.has(buildPartPath(path, position.segment)));
  const isWhole = [...tasks.values()].every((one) => one.isWhole);
  // With all_done, the others in it only run somewhat later; with one_failed they would not run where nothing fails.
  const isForOthers = rule === 'one_failed' && others.length > 0;
  if (rule !== undefined && isInGraph && isWhole && !hasOwnWaits && !isForOthers) return undefined;
  const [label, container] = [formatHolderLabel(after, first), formatHolderLabel(after, path)];
  const words = getTriggerRuleWords({ triggerRule: tasks.get(first)?.rule });
  return `${label} runs ${words} (trigger_rule). ${container} would wait in its place, but also for other tasks, so it cannot take that over. Put ${label} into a group of its own first.`;
}

function isStep(document: WorkflowDocument, path: TaskPath): boolean {
  const around = findContainerPath(path);
  return around !== undefined && locateTask(document, around)?.task.type === 'sequential';
}

function formatHolderLabel(document: WorkflowDocument, path: TaskPath): string {
  return `“${locateTask(document, path)?.task.name ?? formatSegment(getLastSegment(path))}”`;
}

function removeRule({ triggerRule: _rule, ...task }: Task): Task {
  return task as Task;
}
