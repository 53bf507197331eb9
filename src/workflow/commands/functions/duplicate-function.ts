import { ok, type Result } from '@/base/result';
import { isBuiltinDefinition } from '../../builtin-names';
import type { WorkflowDocument } from '../../document';
import { functionOf, functionPath } from '../../function-path';
import { type EditRefusal, refuse } from '../edit-refusal';
import { withLayout } from '../edits';
import { freshId } from '../fresh-id';

/** A document with a function that was added, and the name of that. */
export interface AddedFunction {
  readonly document: WorkflowDocument;
  readonly name: string;
}

/** Copies a function under a new name, with the positions of what is in it. No task calls the copy. */
export function duplicateFunction(document: WorkflowDocument, name: string): Result<AddedFunction, EditRefusal> {
  const { library = {}, layout } = document;
  const definition = Object.hasOwn(library, name) ? library[name] : undefined;
  if (definition === undefined) return refuse(`There is no function “${name}” any more.`);
  const copy = freshId(name.replace(/_\d+$/, ''), 2, (one) => Object.hasOwn(library, one) || isBuiltinDefinition(one));
  const { origin: _origin, ...own } = definition;
  const next = { ...document, library: { ...library, [copy]: own } };
  const copied = (taskPath: string) =>
    functionOf(taskPath) === name ? functionPath(copy) + taskPath.slice(functionPath(name).length) : undefined;
  const tasks = Object.entries(layout?.tasks ?? {}).flatMap(([taskPath, at]) => {
    const now = copied(taskPath);
    return now === undefined ? [] : [[now, at] as const];
  });
  const collapsed = layout?.collapsed?.flatMap((taskPath) => copied(taskPath) ?? []) ?? [];
  const placed = withLayout(next, {
    ...layout,
    ...(tasks.length > 0 && { tasks: { ...layout?.tasks, ...Object.fromEntries(tasks) } }),
    ...(collapsed.length > 0 && { collapsed: [...(layout?.collapsed ?? []), ...collapsed] }),
  });
  return ok({ document: placed, name: copy });
}
