import type { ModelRef, PlannedAtomic, PlannedTool } from '@/plan/plan';
import { isReadingFiles } from '@/plan/resolve/resolve-tools';
import { declareTool, needsServer } from '@/plan/tools/declare-tool';
import { findMakerTool, listMakerTools, type MakerTool } from '@/plan/tools/maker-tools';
import { explainUntakenTool } from '@/plan/tools/untaken-tool';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Attempt } from '../attempt';
import type { Files } from '../ports/files';
import type { ToolDeclaration } from '../ports/model-client';
import { builtinTools } from './builtin';
import type { HandlerTool } from './handler-tool';
import { createHttpTool } from './http-tool';
import { createMcpTool, describeMcpTool, warnOnce } from './mcp-tool';
import { createScriptTool } from './script-tool';
import { listServerTools } from './server-tools';

/** The handler's form of a planned tool; undefined if its kind is unknown here. */
export function createHandlerTool({ name, tool }: PlannedTool): HandlerTool | undefined {
  const { http, script, mcp, builtin } = tool;
  if (http !== undefined) return createHttpTool(tool, http);
  if (script !== undefined) return createScriptTool(tool, script);
  if (mcp !== undefined) return createMcpTool(name, tool, mcp);
  return builtin === undefined ? undefined : builtinTools.get(builtin);
}

/**
 * The tools of a task as they are described to its model now. Servers describe their own tools. Tools that read files
 * are left out if there are no files.
 */
export async function declareTools(task: PlannedAtomic, attempt: Attempt): Promise<readonly ToolDeclaration[]> {
  const offered = (await hasFiles(attempt)) ? task.tools : task.tools.filter((tool) => !isReadingFiles(tool));
  const single = offered.filter(({ tool }) => !isAllOfServer(tool));
  const declared = await Promise.all(single.map((tool) => declarePlannedTool(tool, attempt)));
  const ofServers = await listServerTools(task, attempt);
  return [...declared.filter((tool) => tool !== undefined), ...ofServers.map(({ declaration }) => declaration)];
}

/**
 * The tools of a task that the model's provider performs, each once. If this model, perhaps a fallback, does not
 * support one, the run is warned and the call is made without it.
 */
export function listOfferedMakerTools(
  { tools }: PlannedAtomic,
  model: ModelRef,
  attempt: Attempt,
): readonly MakerTool[] {
  const wanted = listMakerTools(tools);
  if (wanted.length === 0) return [];
  const facts = attempt.run.catalogue.factsOf(model);
  const besideOthers = tools.some(({ tool }) => tool.type === undefined);
  const taken = new Map<string, MakerTool>();
  for (const tool of wanted) {
    const problem = explainUntakenTool(tool.name, model, facts, besideOthers);
    if (problem !== undefined) {
      warnOnce(attempt, `${problem} It is called without.`);
      continue;
    }
    const kind = findMakerTool(tool.name, facts.protocol ?? '')?.name ?? tool.name;
    if (!taken.has(kind)) taken.set(kind, tool);
  }
  return [...taken.values()];
}

/** Whether a server has to be asked to describe a tool of the task. */
export function needsServers({ tools }: PlannedAtomic): boolean {
  return tools.some(needsServer);
}

/** All tools that a model of the task may get, as the document describes them, including those that read files. */
export function listToolsAtMost({ tools }: PlannedAtomic): readonly ToolDeclaration[] {
  return tools.map(declareTool).filter((tool) => tool !== undefined);
}

async function declarePlannedTool(planned: PlannedTool, attempt: Attempt): Promise<ToolDeclaration | undefined> {
  const { name, safeName, tool } = planned;
  if (tool.mcp === undefined) return declareTool(planned);
  const described = await describeMcpTool(name, tool, tool.mcp, attempt);
  return described && { name: safeName, ...described };
}

/** File stores that were found not to be empty. Listing a large folder takes time. */
const filled = new WeakSet<Files>();

async function hasFiles({ run: { plan, deps } }: Attempt): Promise<boolean> {
  if (Object.keys(plan.memoryIndex).length > 0 || filled.has(deps.files)) return true;
  if ((await deps.files.list()).length === 0) return false;
  filled.add(deps.files);
  return true;
}
