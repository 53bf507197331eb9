import { encodeJson } from '@/base/json-text';
import { makeTextVisible } from '@/base/visible-text';
import type { PlannedAtomic, PlannedToolTask } from '@/plan/plan';
import { buildToolOfServer, findNamedServer, isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import type { Attempt } from '../attempt';
import type { ToolDeclaration } from '../ports/model-client';
import type { HandlerTool } from './handler-tool';
import { createMcpTool, listOrWarn, warnOnce } from './mcp-tool';
import { createResourceTools } from './resource-tools';

/**
 * Most tools of one server that are described to a model, and most characters of their declarations. Providers refuse
 * more than 128 tools.
 */
const maxTools = 100;
const maxLength = 2 ** 18;
/** Longest name that providers accept. */
const maxNameLength = 64;

/** One of the tools of a server, declared under the name that the model sees. */
export interface ServerTool {
  readonly declaration: ToolDeclaration;
  readonly handler: HandlerTool;
  /** Whether a person has to approve its calls. */
  readonly needsApproval: boolean;
}

/**
 * The tools of the servers whose tools are all offered to a task, as the servers list them now. Names are made safe. If
 * a name is taken, by a tool of the task or of an earlier server, the server's name is put in front and the run is
 * warned. For a server with resources, two tools of Heddle list and read them.
 */
export async function listServerTools(
  task: Pick<PlannedAtomic | PlannedToolTask, 'tools'>,
  attempt: Attempt,
): Promise<readonly ServerTool[]> {
  const taken = new Set(task.tools.map(({ safeName }) => safeName));
  const found: ServerTool[] = [];
  for (const { name, tool } of task.tools) {
    const { mcp } = tool;
    if (mcp === undefined || !isAllOfServer(tool)) continue;
    const server = findNamedServer(name) ?? name;
    const { tools, hasResources = false } = (await listOrWarn(server, mcp, attempt)) ?? { tools: [] };
    const offered = limitTools(tools);
    if (offered.length < tools.length) {
      const advice = 'List those that the task needs by their names.';
      warnOnce(
        attempt,
        `${server} has ${tools.length} tools; the model is given the first ${offered.length}. ${advice}`,
      );
    }
    for (const described of offered) {
      const safeName = findFreeName(server, described.name, taken);
      taken.add(safeName);
      if (safeName !== makeNameSafe(described.name)) {
        warnOnce(
          attempt,
          `The tool ${makeTextVisible(described.name)} of ${server} is called ${safeName}, as another has its name.`,
        );
      }
      const { description, parameters } = described;
      const one = buildToolOfServer(tool, mcp, described.name);
      const handler = createMcpTool(safeName, one, one.mcp ?? mcp);
      const needsApproval = one.approve === true || isNamed(tool.approve, safeName);
      found.push({ declaration: { name: safeName, description, parameters }, handler, needsApproval });
    }
    if (!hasResources) continue;
    const own = new Set(tools.map((tool) => makeNameSafe(tool.name)));
    for (const { declaration, handler } of createResourceTools(server, mcp)) {
      const plain = makeNameSafe(`${server}_${declaration.name}`);
      // If a server has such a tool itself, that one is used.
      if (own.has(plain) || own.has(declaration.name)) continue;
      const safeName = addFreeNumber(plain, taken);
      taken.add(safeName);
      const needsApproval = tool.approve === true || isNamed(tool.approve, safeName);
      found.push({ declaration: { ...declaration, name: safeName }, handler, needsApproval });
    }
  }
  return found;
}

function isNamed(approve: Tool['approve'], name: string): boolean {
  return Array.isArray(approve) && approve.includes(name);
}

function limitTools(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
  let left = maxLength;
  const end = tools.findIndex((tool, index) => {
    left -= encodeJson(tool).length;
    return index === maxTools || left < 0;
  });
  return end === -1 ? tools : tools.slice(0, end);
}

function findFreeName(server: string, name: string, taken: ReadonlySet<string>): string {
  const plain = makeNameSafe(name);
  if (!taken.has(plain)) return plain;
  return addFreeNumber(makeNameSafe(`${server}_${name}`), taken);
}

function addFreeNumber(full: string, taken: ReadonlySet<string>): string {
  let free = full;
  for (let n = 2; taken.has(free); n++) free = `${full.slice(0, maxNameLength - 1 - `${n}`.length)}_${n}`;
  return free;
}

function makeNameSafe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength);
}
