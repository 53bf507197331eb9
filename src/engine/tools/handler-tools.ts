import type { ModelRef, PlannedAtomic, PlannedTool } from '@/plan/plan';
import { readsFiles } from '@/plan/resolve/resolve-tools';
import { asksServer, declareTool } from '@/plan/tools/declare-tool';
import { type MakerTool, makerToolOf, makerToolsOf } from '@/plan/tools/maker-tools';
import { untakenTool } from '@/plan/tools/untaken-tool';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Attempt } from '../attempt';
import type { Files } from '../ports/files';
import type { ToolDeclaration } from '../ports/model-client';
import { builtinTools } from './builtin';
import type { HandlerTool } from './handler-tool';
import { httpTool } from './http-tool';
import { describeMcpTool, mcpTool, warnOnce } from './mcp-tool';
import { scriptTool } from './script-tool';
import { serverTools } from './server-tools';

/** A planned tool as the handler has it; undefined if it is of no kind that is known here. */
export function handlerTool({ name, tool }: PlannedTool): HandlerTool | undefined {
  const { http, script, mcp, builtin } = tool;
  if (http !== undefined) return httpTool(tool, http);
  if (script !== undefined) return scriptTool(tool, script);
  if (mcp !== undefined) return mcpTool(name, tool, mcp);
  return builtin === undefined ? undefined : builtinTools.get(builtin);
}

/**
 * The tools of a task as its model is told of them now: those of servers as the servers describe them, those that read
 * files only where there are any.
 */
export async function declareTools(task: PlannedAtomic, attempt: Attempt): Promise<readonly ToolDeclaration[]> {
  const offered = (await hasFiles(attempt)) ? task.tools : task.tools.filter((tool) => !readsFiles(tool));
  const single = offered.filter(({ tool }) => !isAllOfServer(tool));
  const declared = await Promise.all(single.map((tool) => declare(tool, attempt)));
  const ofServers = await serverTools(task, attempt);
  return [...declared.filter((tool) => tool !== undefined), ...ofServers.map(({ declaration }) => declaration)];
}

/**
 * The tools of a task that the maker of a model performs itself, each once. The run is warned of one that this model
 * does not have, such as one that is called in the place of another: it is called without.
 */
export function makerTools({ tools }: PlannedAtomic, model: ModelRef, attempt: Attempt): readonly MakerTool[] {
  const wanted = makerToolsOf(tools);
  if (wanted.length === 0) return [];
  const facts = attempt.run.catalogue.factsOf(model);
  const besideOthers = tools.some(({ tool }) => tool.type === undefined);
  const taken = new Map<string, MakerTool>();
  for (const tool of wanted) {
    const problem = untakenTool(tool.name, model, facts, besideOthers);
    if (problem !== undefined) {
      warnOnce(attempt, `${problem} It is called without.`);
      continue;
    }
    const kind = makerToolOf(tool.name, facts.protocol ?? '')?.name ?? tool.name;
    if (!taken.has(kind)) taken.set(kind, tool);
  }
  return [...taken.values()];
}

/** Whether a server has to be asked what a tool of the task does. */
export function asksServers({ tools }: PlannedAtomic): boolean {
  return tools.some(asksServer);
}

/** The tools of a task as the document has them, those that read files among them: what its model may be told of. */
export function toolsAtMost({ tools }: PlannedAtomic): readonly ToolDeclaration[] {
  return tools.map(declareTool).filter((tool) => tool !== undefined);
}

async function declare(planned: PlannedTool, attempt: Attempt): Promise<ToolDeclaration | undefined> {
  const { name, safeName, tool } = planned;
  if (tool.mcp === undefined) return declareTool(planned);
  const described = await describeMcpTool(name, tool, tool.mcp, attempt);
  return described && { name: safeName, ...described };
}

/** Those that were seen not to be empty: to list all that a large folder holds takes its time. */
const filled = new WeakSet<Files>();

async function hasFiles({ run: { plan, deps } }: Attempt): Promise<boolean> {
  if (Object.keys(plan.memoryIndex).length > 0 || filled.has(deps.files)) return true;
  if ((await deps.files.list()).length === 0) return false;
  filled.add(deps.files);
  return true;
}
