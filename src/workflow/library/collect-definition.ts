import { getOwn } from '@/base/get-own';
import type { Definition, WorkflowDocument } from '../document';
import { mapEveryTask } from '../map-every-task';
import type { Agent } from '../tasks/common';
import { findNamedServer } from '../tasks/server-tools';
import type { Tool } from '../tasks/tools';

type Entries = Pick<WorkflowDocument, 'library' | 'agents' | 'tools'>;

/**
 * A definition of a document with all that it uses, at any depth: the definitions that it calls, the agents and the
 * tools that it names. A document without tasks, which can be put into another. Undefined if there is no such
 * definition.
 */
export function collectDefinition(document: WorkflowDocument, name: string): WorkflowDocument | undefined {
  const library: Record<string, Definition> = {};
  const agents: Record<string, Agent> = {};
  const tools: Record<string, Tool> = {};
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const definition = getOwn(document.library, next);
    if (definition === undefined || Object.hasOwn(library, next)) continue;
    // A copy of one that is saved under its own name and version is saved as what it is here.
    const { origin: _origin, ...rest } = definition;
    library[next] = rest;
    const used = collectUses(rest);
    for (const agent of used.agents) {
      const found = getOwn(document.agents, agent);
      if (found === undefined) continue;
      agents[agent] = found;
      for (const tool of listToolNames(found.tools)) used.tools.add(tool);
    }
    for (const tool of used.tools) {
      const found = getOwn(document.tools, tool);
      if (found !== undefined) tools[tool] = found;
    }
    open.push(...used.definitions);
  }
  if (Object.keys(library).length === 0) return undefined;
  const entries: Entries = {
    library,
    ...(Object.keys(agents).length > 0 ? { agents } : {}),
    ...(Object.keys(tools).length > 0 ? { tools } : {}),
  };
  return { ...entries, tasks: {} };
}

function collectUses(definition: Definition) {
  const used = { definitions: new Set<string>(), agents: new Set<string>(), tools: new Set<string>() };
  mapEveryTask({ tasks: {}, library: { definition } }, (task) => {
    if (task.type === 'call' && task.ref !== undefined) used.definitions.add(task.ref);
    if (typeof task.agent === 'string') used.agents.add(task.agent);
    else for (const tool of listToolNames(task.agent?.tools)) used.tools.add(tool);
    for (const tool of listToolNames(task.tools)) used.tools.add(tool);
    return task;
  });
  return used;
}

function listToolNames(tools: Agent['tools'] = []): readonly string[] {
  return tools.flatMap((tool) => (typeof tool === 'string' ? [findNamedServer(tool) ?? tool] : []));
}
