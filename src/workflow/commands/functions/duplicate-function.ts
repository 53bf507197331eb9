import { ok, type Result } from '@/base/result';
import { isBuiltinDefinition } from '../../builtin-names';
import type { WorkflowDocument } from '../../document';
import { buildFunctionPath, findFunctionName } from '../../function-path';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { setLayout } from '../edits';
import { createFreshId } from '../fresh-id';

/** A document with a function that was added, and the name of that. */
export interface AddedFunction {
  readonly document: WorkflowDocument;
  readonly name: string;
}

/** Copies a function under a new name, with the positions of what is in it. No task calls the copy. */
export function duplicateFunction(document: WorkflowDocument, name: string): Result<AddedFunction, EditRefusal> {
  const { library = {}, layout } = document;
  const definition = Object.hasOwn(library, name) ? library[name] : undefined;
  if (definition === undefined) return refuseEdit(`There is no function “${name}” any more.`);
  const copy = createFreshId(
    name.replace(/_\d+$/, ''),
    2,
    (one) => Object.hasOwn(library, one) || isBuiltinDefinition(one),
  );
  const { origin: _origin, ...own } = definition;
  const next = { ...document, library: { ...library, [copy]: own } };
  const mapToCopy = (taskPath: string) =>
    findFunctionName(taskPath) === name
      ? buildFunctionPath(copy) + taskPath.slice(buildFunctionPath(name).length)
      : undefined;
  const tasks = Object.entries(layout?.tasks ?? {}).flatMap(([taskPath, at]) => {
    const now = mapToCopy(taskPath);
    return now === undefined ? [] : [[now, at] as const];
  });
  const collapsed = layout?.collapsed?.flatMap((taskPath) => mapToCopy(taskPath) ?? []) ?? [];
  const placed = setLayout(next, {
    ...layout,
    ...(tasks.length > 0 && { tasks: { ...layout?.tasks, ...Object.fromEntries(tasks) } }),
    ...(collapsed.length > 0 && { collapsed: [...(layout?.collapsed ?? []), ...collapsed] }),
  });
  return ok({ document: placed, name: copy });
}
