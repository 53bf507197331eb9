import type { Plan } from '@/plan/plan';
import type { TaskPath } from '@/workflow/task-path';
import { tasksOf } from '../log/planned-tasks';

/** A server over stdio that a task of a plan may start. */
interface NamedServer {
  /** The task that may be the first to start it. */
  readonly taskPath: TaskPath;
  /** The tool, or the server of which it has all tools. */
  readonly tool: string;
  readonly command: string;
}

/** The servers over stdio that a run of a plan may start, each command once. */
export function stdioServers(plan: Plan): readonly NamedServer[] {
  const found = new Map<string, NamedServer>();
  for (const [taskPath, task] of tasksOf(plan)) {
    if (!('tools' in task) || task.disabled) continue;
    for (const { name, tool } of task.tools) {
      const command = tool.mcp?.command;
      if (command !== undefined && !found.has(command)) found.set(command, { taskPath, tool: name, command });
    }
  }
  return [...found.values()];
}
