import { sameJson } from '@/base/json';
import { isBuiltinTool, mayUse } from '@/workflow/builtin-names';
import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import type { Agent } from '@/workflow/tasks/common';
import { allOfServer, allToolsOf, isAllOfServer, serverNamed } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedTool } from '../plan';
import { makerToolStem, makerToolsOf } from '../tools/maker-tools';
import { hasMatch } from './memory-match';
import { agentOf } from './resolve-call';
import type { NamedTool, Surroundings } from './surroundings';

/**
 * The tools that every task of a workflow sees, unless it or its agent wants fewer. Not those that come with Heddle: a
 * task or agent must name them, as it must all tools of a server, and those of makers, which not every model has.
 */
export function workflowTools({ tools = {} }: DocumentSettings): readonly NamedTool[] {
  return Object.entries(tools).flatMap(([name, tool]) =>
    tool.builtin === undefined && tool.type === undefined && !isAllOfServer(tool) ? [{ name, tool }] : [],
  );
}

/** The tools that are written in tasks, as other tasks name them: `task.ID.TOOL`. */
export function writtenTools(tasks: Readonly<Record<string, Task>>): ReadonlyMap<string, Tool> {
  const written = new Map<string, Tool>();
  for (const [id, { tools = [] }] of Object.entries(tasks)) {
    for (const tool of tools) {
      if (typeof tool !== 'string' && tool.name !== undefined) written.set(qualified(id, tool.name), tool);
    }
  }
  return written;
}

/** What the parts of a task see: its own tools besides, or in place of, those around it. */
export function toolsWithin(task: Task, id: string, around: Surroundings): readonly NamedTool[] {
  if (task.tools === undefined) return around.tools;
  const own = listed(task.tools, around, []);
  return task.toolMode === 'exclusive' ? own : joined([...around.tools], own, id);
}

/**
 * The tools of an atomic task, in the order in which they are told: those of the workflow and of the tasks that hold
 * it, as far as its agent inherits them; the agent's; its own; those that depend on what it is; those that read files,
 * where a memory match gives it some. With `exclusive` its own alone stand for the first three and the last. A task
 * that a model wrote has what it is given in place of all of these.
 */
export function resolveTools(task: Task, id: string, around: Surroundings): readonly PlannedTool[] {
  const agent = agentOf(task.agent, around.settings);
  if (around.isConfined === true) {
    const mayAsk = around.tools.some(({ tool }) => tool.builtin === 'ask_user');
    return planned(around.tools, special(mayAsk ? task : { ...task, interactive: false }, id), agent, id);
  }
  const ofAgent = joined([...inherited(agent, around)], listed(agent.tools ?? [], around, []), id);
  const own = listed(task.tools ?? [], around, ofAgent);
  const chosen = task.toolMode === 'exclusive' ? own : joined(ofAgent, own, id);
  const reading = task.toolMode !== 'exclusive' && hasMatch(task, around) ? readingTools : [];
  return planned(chosen, [...special(task, id), ...reading], agent, id);
}

/** Tools that the tier of an agent allows, and with them those that depend on the task. */
function planned(
  tools: readonly NamedTool[],
  ofTask: readonly NamedTool[],
  { tier }: Agent,
  id: string,
): readonly PlannedTool[] {
  const usable = tools.filter(({ tool: { builtin } }) => builtin === undefined || mayUse(tier, builtin));
  return withSafeNames(joined(withoutSpecial(usable), ofTask, id));
}

/** What lets a model look into the files that it is told of. */
export const readingTools: readonly NamedTool[] = ['list_files', 'read_file'].map(builtinTool);

/** Whether a tool lets a model look into the files of the workflow. */
export function readsFiles({ tool }: Pick<NamedTool, 'tool'>): boolean {
  return readingTools.some(({ name }) => name === tool.builtin);
}

/** Those that depend on what a task is: who is listed for them makes no difference. */
const specialTools: readonly string[] = ['ask_user', 'request_evaluation'];

function withoutSpecial(tools: readonly NamedTool[]): NamedTool[] {
  return tools.filter(({ tool: { builtin } }) => builtin === undefined || !specialTools.includes(builtin));
}

function special({ subtype, interactive }: Task, id: string): NamedTool[] {
  const names = [
    ...(interactive === true ? ['ask_user'] : []),
    ...(subtype === 'director' || id === 'director' ? ['request_evaluation'] : []),
  ];
  return names.map(builtinTool);
}

function inherited({ inheritTools = true }: Agent, around: Surroundings): readonly NamedTool[] {
  if (typeof inheritTools === 'boolean') return inheritTools ? around.tools : [];
  return listed(inheritTools, around, []);
}

/** The tools of a list, in which names stand for those that are known around it, that come with Heddle, or `others`. */
function listed(
  list: NonNullable<Task['tools']>,
  { tools, settings, written }: Surroundings,
  others: readonly NamedTool[],
): NamedTool[] {
  const find = (name: string): NamedTool[] => {
    const server = serverNamed(name);
    if (server !== undefined) {
      return find(server).flatMap(({ tool }) => {
        const all = allOfServer(tool);
        return all === undefined ? [] : [{ name, tool: all }];
      });
    }
    const known = [...others, ...tools].find((tool) => tool.name === name);
    if (known !== undefined) return [known];
    const tool = settings.tools?.[name] ?? written.get(name);
    if (tool !== undefined) return [{ name, tool }];
    return isBuiltinTool(name) ? [builtinTool(name)] : [];
  };
  const named = list.flatMap((tool) => (typeof tool === 'string' ? find(tool) : [{ name: tool.name ?? '', tool }]));
  // A server that is listed itself has no single tool.
  return named.map(({ name, tool }) =>
    isAllOfServer(tool) && serverNamed(name) === undefined ? { name: allToolsOf(name), tool } : { name, tool },
  );
}

function builtinTool(name: string): NamedTool {
  return { name, tool: { builtin: name } };
}

/** Tools and more of them. Of two that have a name and are not the same, the later one is named after the task. */
function joined(tools: NamedTool[], more: readonly NamedTool[], id: string): NamedTool[] {
  const all = [...tools];
  for (const { name, tool } of more) {
    const known = all.find((other) => other.name === name);
    if (known === undefined) all.push({ name, tool });
    else if (!sameJson(known.tool, tool)) all.push({ name: qualified(id, name), tool });
  }
  return all;
}

function qualified(id: string, name: string): string {
  return `task.${id}.${name}`;
}

/** Longest name that providers take. */
const maxNameLength = 64;

/** No two tools of a task are called the same, nor as a tool of the maker of its model. */
function withSafeNames(tools: readonly NamedTool[]): readonly PlannedTool[] {
  const taken = new Set(makerToolsOf(tools).map(({ name }) => makerToolStem(name)));
  return tools.map(({ name, tool }) => {
    const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
    let safeName = plain.slice(0, maxNameLength);
    for (let n = 2; taken.has(safeName); n++) safeName = `${plain.slice(0, maxNameLength - 1 - `${n}`.length)}_${n}`;
    taken.add(safeName);
    return { name, safeName, tool };
  });
}
