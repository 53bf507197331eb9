import { visibleText } from '@/base/visible-text';
import type { PlannedAtomic } from '@/plan/plan';
import { isAllOfServer, serverNamed } from '@/workflow/tasks/server-tools';
import type { Attempt } from '../attempt';
import type { ToolDeclaration } from '../ports/model-client';
import type { HandlerTool } from './handler-tool';
import { listOrWarn, mcpTool, warnOnce } from './mcp-tool';
import { resourceTools } from './resource-tools';

/**
 * Most tools of one server that a model is told of, and most characters of their declarations. Makers refuse more than
 * 128 tools.
 */
const maxTools = 100;
const maxLength = 2 ** 18;
/** Longest name that makers take. */
const maxNameLength = 64;

/** One of all tools of a server, declared under the name that the model is told. */
export interface ServerTool {
  readonly declaration: ToolDeclaration;
  readonly handler: HandlerTool;
}

/**
 * The tools of the servers that a task is given all tools of, as the servers have them now. Names are made safe; where
 * one is taken, by a tool that the task has by itself or by an earlier server, that of its server is put before it, and
 * the run is warned. Where a server has resources, two tools of ours list and read them.
 */
export async function serverTools(task: PlannedAtomic, attempt: Attempt): Promise<readonly ServerTool[]> {
  const taken = new Set(task.tools.map(({ safeName }) => safeName));
  const found: ServerTool[] = [];
  for (const { name, tool } of task.tools) {
    const { mcp } = tool;
    if (mcp === undefined || !isAllOfServer(tool)) continue;
    const server = serverNamed(name) ?? name;
    const { tools, hasResources = false } = (await listOrWarn(server, mcp, attempt)) ?? { tools: [] };
    const told = atMost(tools);
    if (told.length < tools.length) {
      const advice = 'List those that the task needs by their names.';
      warnOnce(attempt, `${server} has ${tools.length} tools; the model is given the first ${told.length}. ${advice}`);
    }
    for (const there of told) {
      const safeName = freeName(server, there.name, taken);
      taken.add(safeName);
      if (safeName !== safe(there.name)) {
        warnOnce(
          attempt,
          `The tool ${visibleText(there.name)} of ${server} is called ${safeName}, as another has its name.`,
        );
      }
      const { description, parameters } = there;
      const handler = mcpTool(safeName, { mcp: { ...mcp, tool: there.name } }, { ...mcp, tool: there.name });
      found.push({ declaration: { name: safeName, description, parameters }, handler });
    }
    if (!hasResources) continue;
    const own = new Set(tools.map((tool) => safe(tool.name)));
    for (const { declaration, handler } of resourceTools(server, mcp)) {
      const plain = safe(`${server}_${declaration.name}`);
      // A server that has such a tool itself knows better.
      if (own.has(plain) || own.has(declaration.name)) continue;
      const safeName = numbered(plain, taken);
      taken.add(safeName);
      found.push({ declaration: { ...declaration, name: safeName }, handler });
    }
  }
  return found;
}

function atMost(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
  let left = maxLength;
  const end = tools.findIndex((tool, index) => {
    left -= JSON.stringify(tool).length;
    return index === maxTools || left < 0;
  });
  return end === -1 ? tools : tools.slice(0, end);
}

function freeName(server: string, name: string, taken: ReadonlySet<string>): string {
  const plain = safe(name);
  if (!taken.has(plain)) return plain;
  return numbered(safe(`${server}_${name}`), taken);
}

function numbered(full: string, taken: ReadonlySet<string>): string {
  let free = full;
  for (let n = 2; taken.has(free); n++) free = `${full.slice(0, maxNameLength - 1 - `${n}`.length)}_${n}`;
  return free;
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength);
}
