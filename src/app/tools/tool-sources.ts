import { canonicalJson } from '@/base/json';
import { visibleLine } from '@/base/visible-text';
import type { WorkflowDocument } from '@/workflow/document';
import { partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';

/** A tool that a workflow declares: in its settings, or within a task or an agent. */
export interface WorkflowTool {
  readonly name: string;
  readonly tool: Tool;
  /** Where it is declared: `task review`; undefined: in the settings, so that all tasks can use it. */
  readonly within: string | undefined;
}

/** An MCP server that a workflow refers to. */
export interface ServerSource {
  /** The common settings of its tools, as written. */
  readonly key: string;
  /** The workflow's name for all of its tools; otherwise its host or the name of one of its tools. */
  readonly label: string;
  /** Undefined: the server is a process, which runs on the command line only. */
  readonly host: string | undefined;
  /** The common settings of its tools, such as address and headers. */
  readonly mcp: NonNullable<Tool['mcp']>;
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

/** The servers of these tools, without duplicates. */
export function serversOf(tools: readonly WorkflowTool[]): readonly ServerSource[] {
  const found = new Map<string, ServerSource & { readonly isNamed: boolean }>();
  for (const { name, tool } of tools) {
    const server = serverKey(tool);
    if (server === undefined || tool.mcp === undefined) continue;
    const known = found.get(server);
    const isNamed = isAllOfServer(tool);
    if (known !== undefined && (known.isNamed || !isNamed)) continue;
    const { tool: _tool, ...mcp } = tool.mcp;
    const host = hostOf(mcp.url);
    found.set(server, {
      key: server,
      label: isNamed ? name : (host ?? name),
      isNamed,
      host,
      mcp,
    });
  }
  return [...found.values()];
}

/** The common settings of a server's tools; undefined: the tool does not belong to a server. */
export function serverKey({ mcp }: Tool): string | undefined {
  if (mcp === undefined) return undefined;
  const { tool: _tool, ...server } = mcp;
  return canonicalJson(server);
}

/** The host of an address. The rest of the address may contain a secret. */
function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return URL.canParse(url) ? visibleLine(new URL(url).host, 80) : 'a server';
}
