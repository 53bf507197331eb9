import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import type { ContextSettings } from '../tasks/common';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { updateTask } from './update-task';

/**
 * What a person decided about an earlier output in the context of a task: always included, never included, or by the
 * rules.
 */
export type ContextDecision = 'keep' | 'out' | 'rules';

/** Arguments of {@link setContextInclusion}. */
export interface ChooseContext {
  /** The task whose context changes. */
  readonly taskPath: TaskPath;
  /** The task that has the output, by its id in the scope. */
  readonly from: string;
  readonly decision: ContextDecision;
}

type Lists = { readonly includeTasks: readonly string[]; readonly excludeTasks: readonly string[] };

/** What the document decides about an earlier output for a task, by the task's own lists or those of the workflow. */
export function findContextDecision(document: WorkflowDocument, taskPath: TaskPath, from: string): ContextDecision {
  const { includeTasks, excludeTasks } = readContextLists(document, taskPath);
  if (excludeTasks.includes(from)) return 'out';
  return includeTasks.includes(from) ? 'keep' : 'rules';
}

/**
 * Sets whether an earlier output is always or never in the context of a task. A task without a list of its own gets a
 * copy of the workflow's list with the change in it. A list that equals the workflow's is left out.
 */
export function setContextInclusion(
  document: WorkflowDocument,
  wish: ChooseContext,
): Result<WorkflowDocument, EditRefusal> {
  const { taskPath, from, decision } = wish;
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return refuseEdit(`No task “${taskPath}”.`);
  const { includeTasks, excludeTasks } = readContextLists(document, taskPath);
  const wanted: Lists = {
    includeTasks: updateNameList(includeTasks, from, decision === 'keep'),
    excludeTasks: updateNameList(excludeTasks, from, decision === 'out'),
  };
  const context: ContextSettings = { ...task.context };
  for (const name of ['includeTasks', 'excludeTasks'] as const) {
    if (hasSameNames(wanted[name], document.context?.[name] ?? [])) delete context[name];
    else context[name] = [...wanted[name]];
  }
  return updateTask(document, {
    id: taskPath,
    patch: { context: Object.keys(context).length === 0 ? undefined : context },
  });
}

function readContextLists(document: WorkflowDocument, taskPath: TaskPath): Lists {
  const own: ContextSettings = { ...document.context, ...locateTask(document, taskPath)?.task.context };
  const { includeTasks = [], excludeTasks = [] } = own;
  return { includeTasks, excludeTasks };
}

function updateNameList(names: readonly string[], name: string, wanted: boolean): string[] {
  const others = names.filter((one) => one !== name);
  return wanted ? [...others, name] : others;
}

function hasSameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
