import { computeOnce } from '@/base/compute-once';
import type { Plan } from '@/plan/plan';
import type { TaskPath } from '@/workflow/task-path';
import { walkPlannedTasks } from '../log/planned-tasks';

/** A stdio server that a task of a plan may start. */
interface NamedServer {
  /** The first task that may start it. */
  readonly taskPath: TaskPath;
  /** The tool, or the server if the task has all its tools. */
  readonly tool: string;
  readonly command: string;
}

/** The stdio servers that a run of a plan may start, each command once. */
export const listStdioServers = computeOnce((plan: Plan): readonly NamedServer[] => {
  const found = new Map<string, NamedServer>();
  for (const [taskPath, task] of walkPlannedTasks(plan)) {
    if (!('tools' in task) || task.disabled) continue;
    for (const { name, tool } of task.tools) {
      const command = tool.mcp?.command;
      if (command !== undefined && !found.has(command)) found.set(command, { taskPath, tool: name, command });
    }
  }
  return [...found.values()];
});

/**
 * Why a plan is not run where no processes may be started: the first server that it would start; undefined: none.
 * `unless` says who does so, and when: `this server does only with --allow-scripts`.
 */
export function findStdioRefusal(plan: Plan, unless: string): string | undefined {
  const [server] = listStdioServers(plan);
  return server && `The tool ${server.tool} of ${server.taskPath} starts a server over stdio, which ${unless}.`;
}
