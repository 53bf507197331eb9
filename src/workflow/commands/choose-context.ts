import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import type { ContextSettings } from '../tasks/common';
import { type EditRefusal, refuse } from './edit-refusal';
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
export function contextDecision(document: WorkflowDocument, taskPath: TaskPath, from: string): ContextDecision {
  const { includeTasks, excludeTasks } = listsOf(document, taskPath);
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
  if (task === undefined) return refuse(`No task “${taskPath}”.`);
  const { includeTasks, excludeTasks } = listsOf(document, taskPath);
  const wanted: Lists = {
    includeTasks: listed(includeTasks, from, decision === 'keep'),
    excludeTasks: listed(excludeTasks, from, decision === 'out'),
  };
  const context: ContextSettings = { ...task.context };
  for (const name of ['includeTasks', 'excludeTasks'] as const) {
    if (sameNames(wanted[name], document.context?.[name] ?? [])) delete context[name];
    else context[name] = [...wanted[name]];
  }
  return updateTask(document, {
    id: taskPath,
    patch: { context: Object.keys(context).length === 0 ? undefined : context },
  });
}

function listsOf(document: WorkflowDocument, taskPath: TaskPath): Lists {
  const own: ContextSettings = { ...document.context, ...locateTask(document, taskPath)?.task.context };
  const { includeTasks = [], excludeTasks = [] } = own;
  return { includeTasks, excludeTasks };
}

function listed(names: readonly string[], name: string, wanted: boolean): string[] {
  const others = names.filter((one) => one !== name);
  return wanted ? [...others, name] : others;
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
