import { encodeCanonicalJson } from '@/base/json';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Plan } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { findAllToolsEntry, findNamedServer, isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import { findServerKey } from './tool-sources';

/** A task or an agent that may use a tool. */
export interface ToolUser {
  readonly label: string;
  /** Path of the task, if it is on the canvas. */
  readonly taskPath: TaskPath | undefined;
}

/** Which tasks and agents may use which tool, as the plan of a workflow assigns tools to its tasks. */
export interface ToolUses {
  /** The users of a tool that the workflow declares. */
  ofDeclared(name: string, tool: Tool): readonly ToolUser[];
  /** The users of a server's tool, listed by itself or with all tools of the server. */
  ofServer(server: string, tool: string): readonly ToolUser[];
  /** The users of a tool that comes with Heddle. */
  ofBuiltin(name: string): readonly ToolUser[];
}

interface Named extends ToolUser {
  readonly name: string;
}

/** Reads the uses from a plan, and those of agents from its document. */
export function collectUses(plan: Plan, document: WorkflowDocument): ToolUses {
  const declared = new Map<string, Named[]>();
  const others = new Map<string, Named[]>();
  const keys = new Map<Tool, string>();
  const getToolKey = (tool: Tool) => {
    const key = keys.get(tool) ?? encodeCanonicalJson(tool);
    keys.set(tool, key);
    return key;
  };
  const addUse = (uses: Map<string, Named[]>, key: string, use: Named) => {
    const known = uses.get(key);
    if (known === undefined) uses.set(key, [use]);
    else if (!known.some(({ label, name }) => label === use.label && name === use.name)) known.push(use);
  };
  const takeTool = (name: string, tool: Tool, use: ToolUser) => {
    const named = { ...use, name };
    addUse(declared, getToolKey(tool), named);
    if (tool.builtin !== undefined) addUse(others, buildBuiltinKey(tool.builtin), named);
    const server = findServerKey(tool);
    if (server === undefined) return;
    addUse(others, buildToolKey(server, isAllOfServer(tool) ? '*' : (tool.mcp?.tool ?? name)), named);
  };
  for (const [name, { tools = [] }] of Object.entries(document.agents ?? {})) {
    for (const listed of tools) {
      const written = typeof listed === 'string' ? (findNamedServer(listed) ?? listed) : (listed.name ?? '');
      const tool = typeof listed === 'string' ? (document.tools?.[written] ?? { builtin: written }) : listed;
      const isAll = typeof listed === 'string' && findNamedServer(listed) !== undefined;
      takeTool(written, (isAll && findAllToolsEntry(tool)) || tool, { label: `agent ${name}`, taskPath: undefined });
    }
  }
  for (const [taskPath, task] of walkPlannedTasks(plan)) {
    if (!('tools' in task)) continue;
    const use = { label: taskPath, taskPath: locateTask(document, taskPath) === undefined ? undefined : taskPath };
    for (const { name, tool } of task.tools) takeTool(name, tool, use);
  }
  return {
    ofDeclared: (name, tool) =>
      // If two tools have the same name, the plan prefixes one with the name of its task.
      (declared.get(getToolKey(tool)) ?? []).filter((use) => use.name === name || use.name.endsWith(`.${name}`)),
    ofServer: (server, tool) => {
      const all = [...(others.get(buildToolKey(server, tool)) ?? []), ...(others.get(buildToolKey(server, '*')) ?? [])];
      return [...new Map(all.map((use) => [use.label, use])).values()];
    },
    ofBuiltin: (name) => others.get(buildBuiltinKey(name)) ?? [],
  };
}

const buildToolKey = (server: string, tool: string) => JSON.stringify([server, tool]);
const buildBuiltinKey = (name: string) => JSON.stringify([name]);
