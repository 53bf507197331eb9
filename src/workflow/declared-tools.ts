import type { WorkflowDocument } from './document';
import { buildPartPath, listParts, type TaskPath } from './task-path';
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
export function listDeclaredTools(document: WorkflowDocument): readonly WorkflowTool[] {
  const found: WorkflowTool[] = Object.entries(document.tools ?? {}).map(([name, tool]) => ({
    name,
    tool,
    within: undefined,
  }));
  const takeTools = (tools: Task['tools'], within: string) => {
    for (const tool of tools ?? []) {
      if (typeof tool !== 'string') found.push({ name: tool.name ?? '', tool, within });
    }
  };
  for (const [name, agent] of Object.entries(document.agents ?? {})) takeTools(agent.tools, `agent ${name}`);
  const walkTask = (task: Task, taskPath: TaskPath) => {
    takeTools(task.tools, `task ${taskPath}`);
    if (typeof task.agent === 'object') takeTools(task.agent.tools, `task ${taskPath}`);
    for (const part of listParts(task)) walkTask(part.task, buildPartPath(taskPath, part.position.segment));
  };
  for (const [id, task] of Object.entries(document.tasks)) walkTask(task, id);
  for (const [name, { task }] of Object.entries(document.library ?? {})) if (task) walkTask(task, `call:${name}`);
  return found;
}
