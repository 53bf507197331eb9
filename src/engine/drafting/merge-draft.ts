import type { ModelRef } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/**
 * A drafted workflow in the place of the open one: its tasks, with the settings of the open one, whose positions stay
 * for tasks that are still there. What the draft says of itself (name, description, variables) fills what the open one
 * leaves out.
 */
export function mergeDraft(drafted: WorkflowDocument, open: WorkflowDocument, model: ModelRef): WorkflowDocument {
  const { tasks: written, layout: _drawn, ...said } = drafted;
  const { tasks: _before, layout, ...settings } = open;
  const tasks = ungrouped(written);
  const variables = { ...said.variables, ...settings.variables };
  const placed = Object.entries(layout?.tasks ?? {}).filter(([taskPath]) => Object.hasOwn(tasks, taskPath));
  return {
    ...said,
    defaultModel: `${model.provider}:${model.model}`,
    ...settings,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    tasks,
    ...(layout === undefined ? {} : { layout: { ...layout, tasks: Object.fromEntries(placed), collapsed: [] } }),
  };
}

/** What says no more of a group than what it is called. */
const ofNoEffect: ReadonlySet<string> = new Set(['type', 'id', 'name', 'description', 'subtasks']);

/** A group that is all of a workflow and says nothing but what is in it: its subtasks are the workflow. */
function ungrouped(tasks: WorkflowDocument['tasks']): WorkflowDocument['tasks'] {
  const [only, ...others] = Object.values<Task>(tasks);
  if (only?.type !== 'group' || others.length > 0 || only.subtasks === undefined) return tasks;
  return Object.keys(only).every((field) => ofNoEffect.has(field)) ? (only.subtasks as typeof tasks) : tasks;
}
