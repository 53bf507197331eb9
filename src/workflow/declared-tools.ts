import type { WorkflowDocument } from './document';
import { partPath, partsOf, type TaskPath } from './task-path';
import type { Task } from './tasks';
import type { Tool } from './tasks/tools';

/** A tool that a workflow declares: in its settings, or within a task or an agent. */
export interface WorkflowTool {
  readonly name: string;
  readonly tool: Tool;
  /** Where it is declared: `task review`; undefined: in the settings, so that all tasks can use it. */
  readonly within: string | undefined;
}

/**
 * The tools that a workflow declares, those of its settings first. An entry for all tools of a server is not a tool
 * itself.
 */
export function declaredTools(document: WorkflowDocument): readonly WorkflowTool[] {
  const found: WorkflowTool[] = Object.entries(document.tools ?? {}).map(([name, tool]) => ({
    name,
    tool,
    within: undefined,
  }));
  const take = (tools: Task['tools'], within: string) => {
    for (const tool of tools ?? []) {
      if (typeof tool !== 'string') found.push({ name: tool.name ?? '', tool, within });
    }
  };
  for (const [name, agent] of Object.entries(document.agents ?? {})) take(agent.tools, `agent ${name}`);
  const walk = (task: Task, taskPath: TaskPath) => {
    take(task.tools, `task ${taskPath}`);
    if (typeof task.agent === 'object') take(task.agent.tools, `task ${taskPath}`);
    for (const part of partsOf(task)) walk(part.task, partPath(taskPath, part.position.segment));
  };
  for (const [id, task] of Object.entries(document.tasks)) walk(task, id);
  for (const [name, { task }] of Object.entries(document.library ?? {})) if (task) walk(task, `call:${name}`);
  return found;
}
