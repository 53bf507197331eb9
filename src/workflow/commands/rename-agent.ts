import { nameSchema } from '@/base/name';
import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import type { WorkflowDocument } from '../document';
import { mapEveryTask } from '../map-every-task';
import { changeBetween } from './change-between';
import { type Refusal, refuse } from './refusal';

/** What {@link renameAgent} is told. */
export interface RenameAgent {
  readonly name: string;
  readonly newName: string;
}

/** Gives an agent another name, in its old place, and in every task that names it, at any depth. */
export function renameAgent(document: WorkflowDocument, { name, newName }: RenameAgent): Result<ModelChange, Refusal> {
  const agents = document.agents ?? {};
  if (!Object.hasOwn(agents, name)) return refuse(`No agent “${name}”.`);
  if (newName === name) return ok(changeBetween(document, document));
  const checked = nameSchema.safeParse(newName);
  if (!checked.success) return refuse(checked.error.issues[0]?.message ?? `“${newName}” is no name.`);
  if (Object.hasOwn(agents, newName)) return refuse(`There is an agent “${newName}” already. Choose another name.`);
  const renamed = mapEveryTask(document, (task) => (task.agent === name ? { ...task, agent: newName } : task));
  const entries = Object.entries(agents).map(([key, agent]) => [key === name ? newName : key, agent] as const);
  return ok(changeBetween(document, { ...renamed, agents: Object.fromEntries(entries) }));
}
