import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { buildFunctionPath } from '../../function-path';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayoutIds } from '../edits';
import { setSettings } from '../set-fields';

/** Removes a function with the positions of what is in it. Tasks that call it stay, and find nothing. */
export function removeFunction(document: WorkflowDocument, name: string): Result<WorkflowDocument, EditRefusal> {
  const { library = {} } = document;
  if (!Object.hasOwn(library, name)) return refuseEdit(`There is no function “${name}” any more.`);
  const others = Object.entries(library).filter(([one]) => one !== name);
  const removed = setSettings(document, { library: others.length === 0 ? undefined : Object.fromEntries(others) });
  if (!removed.ok) return removed;
  return ok(mapLayoutIds(removed.value, (root) => (root === buildFunctionPath(name) ? undefined : root)));
}
