import type { ModelRef } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/**
 * Merges a drafted workflow into the open one: its tasks replace the open ones, and the settings of the open one stay,
 * with the positions of tasks that still exist. The draft's own name, description and variables are used where the open
 * one has none.
 */
export function mergeDraft(drafted: WorkflowDocument, open: WorkflowDocument, model: ModelRef): WorkflowDocument {
  const { tasks: written, layout: _drawn, ...draftSettings } = drafted;
  const { tasks: _before, layout, ...settings } = open;
  const tasks = unwrapOnlyGroup(written);
  const variables = { ...draftSettings.variables, ...settings.variables };
  const placed = Object.entries(layout?.tasks ?? {}).filter(([taskPath]) => Object.hasOwn(tasks, taskPath));
  return {
    ...draftSettings,
    defaultModel: `${model.provider}:${model.model}`,
    ...settings,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    tasks,
    ...(layout === undefined ? {} : { layout: { ...layout, tasks: Object.fromEntries(placed), collapsed: [] } }),
  };
}

/** Fields of a group that do not change what it does. */
const fieldsWithoutEffect: ReadonlySet<string> = new Set(['type', 'id', 'name', 'description', 'subtasks']);

/** Unwraps a group that is the only task and sets nothing but its parts: its subtasks become the workflow. */
function unwrapOnlyGroup(tasks: WorkflowDocument['tasks']): WorkflowDocument['tasks'] {
  const [only, ...others] = Object.values<Task>(tasks);
  if (only?.type !== 'group' || others.length > 0 || only.subtasks === undefined) return tasks;
  return Object.keys(only).every((field) => fieldsWithoutEffect.has(field)) ? (only.subtasks as typeof tasks) : tasks;
}
