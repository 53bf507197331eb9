import { isReference } from '../../expressions/reference';
import { replaceSpans } from '../../expressions/replace-spans';
import { formatAccessor, listExpressionReferences } from '../../expressions/scan-expression';
import { mapTexts, type TextVisitor } from '../../expressions/task-texts';
import { parseTemplate } from '../../expressions/template';
import { findReference, findTask, type Scope } from '../../graph/scope';
import type { Siblings } from '../../graph/siblings';
import { mapWithin, type TaskScope } from '../../graph/task-scopes';
import { mapField, mapItems } from '../../map-same';
import type { TaskId } from '../../names';
import type { Task } from '../../tasks';
import type { ContextSettings } from '../../tasks/common';

/** New ids by old ones, and the siblings among which they are renamed. */
export interface Renaming {
  readonly to: ReadonlyMap<string, string>;
  readonly among: Siblings;
}

/**
 * Updates the references to renamed tasks in a task and in the tasks within it; the same object if there are none.
 * References that a nearer value or task of the same name hides are left alone.
 */
export function renameReferences(task: Task, place: TaskScope, renaming: Renaming): Task {
  return mapWithin(task, place, (part, at) => renameInTask(part, at, renaming));
}

/** Does the same for the task's own fields only. */
export function renameInTask(task: Task, place: TaskScope, renaming: Renaming): Task {
  const texts = mapTexts(task, place, createRenamingVisitor(renaming));
  const context = mapField(texts, 'context', (settings) => renameInContext(settings, place.within, renaming));
  if (place.beside?.siblings !== renaming.among) return context;
  return mapField(context, 'dependsOn', (ids) => mapItems(ids, (id) => (renaming.to.get(id) ?? id) as TaskId));
}

/** Rewrites references to renamed tasks. */
export function createRenamingVisitor({ to, among }: Renaming): TextVisitor {
  const renameReference = (reference: string, scope: Scope) => {
    const found = isReference(reference) ? findReference(scope, reference) : undefined;
    if (found?.meaning.kind !== 'task' || found.meaning.beside.siblings !== among) return reference;
    return (to.get(found.name) ?? found.name) + reference.slice(found.name.length);
  };
  return {
    template(text, scope) {
      const parts = text.includes('{{') ? parseTemplate(text) : undefined;
      if (!parts?.ok) return text;
      const references = parts.value.filter((part) => part.kind === 'reference');
      return replaceSpans(text, references, ({ path }) => renameReference(path, scope));
    },
    expression: (source, scope) =>
      replaceSpans(source, listExpressionReferences(source), ({ root, name, from, to: end }) => {
        const isMeant = root === 'tasks' && findTask(scope, name)?.siblings === among;
        const newName = isMeant ? to.get(name) : undefined;
        return newName === undefined ? source.slice(from, end) : formatAccessor(newName);
      }),
    reference: renameReference,
  };
}

/** Updates the task ids in a context setting; the same object if none is renamed. */
export function renameInContext(context: ContextSettings, scope: Scope, { to, among }: Renaming): ContextSettings {
  const renameAll = (ids: string[]) =>
    mapItems(ids, (id) => (findTask(scope, id)?.siblings === among ? (to.get(id) ?? id) : id));
  return mapField(mapField(context, 'includeTasks', renameAll), 'excludeTasks', renameAll);
}
