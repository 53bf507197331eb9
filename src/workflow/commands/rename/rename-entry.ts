import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { buildFunctionPath } from '../../function-path';
import { mapEveryTask } from '../../map-every-task';
import { mapField, mapItems, mapMembers } from '../../map-same';
import type { Task } from '../../tasks';
import type { Agent } from '../../tasks/common';
import { findNamedServer, formatAllTools } from '../../tasks/server-tools';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayoutIds } from '../edits';
import { renameInTests, renameToolInTests } from './rename-in-tests';

/** Arguments of {@link renameEntry}. */
export interface RenameEntry {
  readonly field: 'agents' | 'tools' | 'library';
  readonly name: string;
  readonly newName: string;
}

const nouns: { readonly [K in RenameEntry['field']]: string } = {
  agents: 'an agent',
  tools: 'a tool',
  library: 'a definition',
};

/**
 * Renames an agent, a tool or a definition. It keeps its position, and the tasks (at any depth) and agents that use it
 * are updated.
 */
export function renameEntry(document: WorkflowDocument, args: RenameEntry): Result<WorkflowDocument, EditRefusal> {
  const { field, name, newName } = args;
  const entries = document[field] ?? {};
  if (!Object.hasOwn(entries, name)) return refuseEdit(`There is no “${name}” any more.`);
  if (newName === name) return ok(document);
  const problem = nameProblem(newName);
  if (problem !== undefined) return refuseEdit(problem);
  if (Object.hasOwn(entries, newName)) {
    return refuseEdit(`There is ${nouns[field]} “${newName}” already. Choose another name.`);
  }
  const followed = followers[field](document, (one) => (one === name ? newName : one));
  const renamed = Object.entries(followed[field] ?? {}).map(([key, entry]) => [key === name ? newName : key, entry]);
  const next = { ...followed, [field]: Object.fromEntries(renamed) };
  if (field === 'tools') return ok(renameToolInTests(next, (tool) => (tool === name ? newName : tool)));
  if (field !== 'library') return ok(next);
  const rename = (root: string) => (root === buildFunctionPath(name) ? buildFunctionPath(newName) : root);
  return ok(renameInTests(mapLayoutIds(next, rename), rename));
}

type Rename = (name: string) => string;

/** Updates the references to a renamed entry in a document. */
const followers: {
  readonly [K in RenameEntry['field']]: (document: WorkflowDocument, rename: Rename) => WorkflowDocument;
} = {
  agents: (document, rename) =>
    mapEveryTask(document, (task) =>
      mapField(task, 'agent', (agent) => (typeof agent === 'string' ? rename(agent) : agent)),
    ),
  library: (document, rename) =>
    mapEveryTask(document, (task) => (task.type === 'call' ? mapField(task, 'ref', rename) : task)),
  tools: (document, rename) => {
    const renameInAgent = <T extends Pick<Agent, 'tools'>>(agent: T): T => renameInTools(agent, rename);
    const tasks = mapEveryTask(document, (task) =>
      mapField(renameInTools(task, rename), 'agent', (agent): Task['agent'] =>
        typeof agent === 'string' ? agent : renameInAgent(agent),
      ),
    );
    return mapField(tasks, 'agents', (agents) => mapMembers(agents, renameInAgent));
  },
};

function renameInTools<T extends Pick<Agent, 'tools'>>(holder: T, rename: Rename): T {
  const own: Pick<Agent, 'tools'> = holder;
  const followEntry = (entry: string): string => {
    const server = findNamedServer(entry);
    return server === undefined ? rename(entry) : formatAllTools(rename(server));
  };
  return mapField(own, 'tools', (tools) =>
    mapItems(tools, (tool) => (typeof tool === 'string' ? followEntry(tool) : tool)),
  ) as T;
}
