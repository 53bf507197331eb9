import { isSameJson } from '@/base/json';
import { isBuiltinTool, mayUse } from '@/workflow/builtin-names';
import type { DocumentSettings } from '@/workflow/document';
import { findStandaloneTool } from '@/workflow/standalone-tool';
import type { Task, TaskOf } from '@/workflow/tasks';
import type { Agent } from '@/workflow/tasks/common';
import { findAllToolsEntry, findNamedServer, formatAllTools, isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedTool } from '../plan';
import { getMakerToolStem, listMakerTools } from '../tools/maker-tools';
import { hasMatch } from './memory-match';
import { resolveApproval } from './resolve-approval';
import { resolveAgent } from './resolve-call';
import type { NamedTool, Surroundings } from './surroundings';

/**
 * The tools that every task of a workflow sees, unless the task or its agent wants fewer. A task or agent must name the
 * others: Heddle's own tools, all tools of a server, and makers' tools, which not every model has.
 */
export function listWorkflowTools({ tools = {} }: DocumentSettings): readonly NamedTool[] {
  return Object.entries(tools).flatMap(([name, tool]) =>
    tool.builtin === undefined && tool.type === undefined && !isAllOfServer(tool) ? [{ name, tool }] : [],
  );
}

/** The tools defined in tasks, by the names that other tasks use for them: `task.ID.TOOL`. */
export function collectWrittenTools(tasks: Readonly<Record<string, Task>>): ReadonlyMap<string, Tool> {
  const written = new Map<string, Tool>();
  for (const [id, { tools = [] }] of Object.entries(tasks)) {
    for (const tool of tools) {
      if (typeof tool !== 'string' && tool.name !== undefined) written.set(qualifyName(id, tool.name), tool);
    }
  }
  return written;
}

/**
 * The tools that the parts of a task see: the task's own tools in addition to those of the surroundings, or instead of
 * them.
 */
export function listToolsWithin(task: Task, id: string, around: Surroundings): readonly NamedTool[] {
  if (task.tools === undefined) return around.tools;
  const own = resolveToolList(task.tools, around, []);
  return task.toolMode === 'exclusive' ? own : joinTools([...around.tools], own, id);
}

/**
 * The tools of an atomic task, in the order in which they are declared: those of the workflow and of its containers, as
 * far as its agent inherits them; the agent's; its own; those that depend on the kind of task; those that read files,
 * if a memory match gives it some. With `exclusive`, only its own replace the first three and the last. A task that a
 * model wrote has the tools given to it instead of all of these.
 */
export function resolveTools(task: Task, id: string, around: Surroundings): readonly PlannedTool[] {
  const agent = resolveAgent(task.agent, around.settings);
  if (around.isConfined === true) {
    const mayAsk = around.tools.some(({ tool }) => tool.builtin === 'ask_user');
    return planTools(
      around.tools,
      listSpecialTools(mayAsk ? task : { ...task, interactive: false }, id),
      agent,
      id,
      around,
    );
  }
  const ofAgent = joinTools([...listInheritedTools(agent, around)], resolveToolList(agent.tools ?? [], around, []), id);
  const own = resolveToolList(task.tools ?? [], around, ofAgent);
  const chosen = task.toolMode === 'exclusive' ? own : joinTools(ofAgent, own, id);
  const reading = task.toolMode !== 'exclusive' && hasMatch(task, around) ? readingTools : [];
  return planTools(chosen, [...listSpecialTools(task, id), ...reading], agent, id, around);
}

/**
 * The tools that a script may call: those that its task lists and that make HTTP requests. A script that a model wrote
 * has none.
 */
export function resolveScriptTools({ tools = [] }: Task, around: Surroundings): readonly PlannedTool[] {
  if (around.isConfined === true) return [];
  const callable = resolveToolList(tools, around, []).filter(({ tool }) => tool.http !== undefined);
  return assignSafeNames(callable.map((one) => ({ name: one.name, tool: resolveApproval(one, around.approve) })));
}

/** The tools that the agent's tier allows, and the tools that depend on the task, with what has to be approved. */
function planTools(
  tools: readonly NamedTool[],
  ofTask: readonly NamedTool[],
  { tier }: Agent,
  id: string,
  { approve }: Surroundings,
): readonly PlannedTool[] {
  const usable = tools.filter(({ tool: { builtin } }) => builtin === undefined || mayUse(tier, builtin));
  const all = joinTools(removeSpecial(usable), ofTask, id);
  return assignSafeNames(all.map((one) => ({ name: one.name, tool: resolveApproval(one, approve) })));
}

/** Tools with which a model reads the files named in its prompt. */
const readingTools: readonly NamedTool[] = ['list_files', 'read_file'].map(createBuiltinTool);

/** Whether a tool lets a model read the files of the workflow. */
export function isReadingFiles({ tool }: Pick<NamedTool, 'tool'>): boolean {
  return readingTools.some(({ name }) => name === tool.builtin);
}

/** Tools that depend on the kind of task: listing them makes no difference. */
const specialTools: readonly string[] = ['ask_user', 'request_evaluation'];

function removeSpecial(tools: readonly NamedTool[]): NamedTool[] {
  return tools.filter(({ tool: { builtin } }) => builtin === undefined || !specialTools.includes(builtin));
}

function listSpecialTools({ subtype, interactive }: Task, id: string): NamedTool[] {
  const names = [
    ...(interactive === true ? ['ask_user'] : []),
    ...(subtype === 'director' || id === 'director' ? ['request_evaluation'] : []),
  ];
  return names.map(createBuiltinTool);
}

function listInheritedTools({ inheritTools = true }: Agent, around: Surroundings): readonly NamedTool[] {
  if (typeof inheritTools === 'boolean') return inheritTools ? around.tools : [];
  return resolveToolList(inheritTools, around, []);
}

/** The tool that a tool task performs. The document must be checked, so that there is one. */
export function resolveTool(task: TaskOf<'tool'>, around: Surroundings): PlannedTool {
  const name = task.tool ?? '';
  const tool = findStandaloneTool(name, task.tools ?? [], around.settings.tools ?? {}) ?? around.written.get(name);
  if (tool === undefined) throw new Error(`A task with the unknown tool “${name}” passed the checks.`);
  const [planned] = assignSafeNames([{ name, tool: resolveApproval({ name, tool }, around.approve) }]);
  return planned as PlannedTool;
}

/** Resolves a list of tools. Names refer to tools of the surroundings, tools that come with Heddle, or `others`. */
function resolveToolList(
  list: NonNullable<Task['tools']>,
  { tools, settings, written }: Surroundings,
  others: readonly NamedTool[],
): NamedTool[] {
  const findTool = (name: string): NamedTool[] => {
    const server = findNamedServer(name);
    if (server !== undefined) {
      return findTool(server).flatMap(({ tool }) => {
        const all = findAllToolsEntry(tool);
        return all === undefined ? [] : [{ name, tool: all }];
      });
    }
    const known = [...others, ...tools].find((tool) => tool.name === name);
    if (known !== undefined) return [known];
    const tool = settings.tools?.[name] ?? written.get(name);
    if (tool !== undefined) return [{ name, tool }];
    return isBuiltinTool(name) ? [createBuiltinTool(name)] : [];
  };
  const named = list.flatMap((tool) => (typeof tool === 'string' ? findTool(tool) : [{ name: tool.name ?? '', tool }]));
  // A server that is itself listed stands for all of its tools.
  return named.map(({ name, tool }) =>
    isAllOfServer(tool) && findNamedServer(name) === undefined ? { name: formatAllTools(name), tool } : { name, tool },
  );
}

function createBuiltinTool(name: string): NamedTool {
  return { name, tool: { builtin: name } };
}

/** Appends more tools. If a name is taken by a different tool, the later one gets the task's id in its name. */
function joinTools(tools: NamedTool[], more: readonly NamedTool[], id: string): NamedTool[] {
  const all = [...tools];
  for (const { name, tool } of more) {
    const known = all.find((other) => other.name === name);
    if (known === undefined) all.push({ name, tool });
    else if (!isSameJson(known.tool, tool)) all.push({ name: qualifyName(id, name), tool });
  }
  return all;
}

function qualifyName(id: string, name: string): string {
  return `task.${id}.${name}`;
}

/** The most characters that providers take in a name. */
const maxNameLength = 64;

/** Makes tool names unique in the task, and different from the tools of the model's maker. */
function assignSafeNames(tools: readonly NamedTool[]): readonly PlannedTool[] {
  const taken = new Set(listMakerTools(tools).map(({ name }) => getMakerToolStem(name)));
  return tools.map(({ name, tool }) => {
    const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
    let safeName = plain.slice(0, maxNameLength);
    for (let n = 2; taken.has(safeName); n++) safeName = `${plain.slice(0, maxNameLength - 1 - `${n}`.length)}_${n}`;
    taken.add(safeName);
    return { name, safeName, tool };
  });
}
