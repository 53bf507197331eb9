import type { JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { escapeTemplates } from '@/workflow/expressions/variables';
import { mapEveryTask } from '@/workflow/map-every-task';

/**
 * The document with these variables: existing ones get another value, others are added. The values come from outside,
 * so they stand for themselves: no template in them is filled in.
 */
export function overrideVariables(document: WorkflowDocument, variables: JsonObject): WorkflowDocument {
  const values = Object.entries(variables).map(([name, value]) => [name, escapeTemplates(value)]);
  return { ...document, variables: { ...document.variables, ...Object.fromEntries(values) } };
}

/** The document with one model for everything that calls one: tasks at any depth, agents, compaction. */
export function overrideModel(document: WorkflowDocument, model: string): WorkflowDocument {
  const tasks = mapEveryTask(document, ({ model: _own, ...task }) =>
    typeof task.agent === 'object' ? { ...task, agent: removeModel(task.agent) } : task,
  );
  const { agents, compaction } = document;
  return {
    ...tasks,
    defaultModel: model,
    ...(agents && {
      agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, removeModel(agent)])),
    }),
    ...(compaction?.agent?.model && { compaction: { ...compaction, agent: { ...compaction.agent, model } } }),
  };
}

function removeModel<A extends { readonly model?: string | undefined }>({
  model: _own,
  ...agent
}: A): Omit<A, 'model'> {
  return agent;
}
