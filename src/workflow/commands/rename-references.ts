import { referenceNames } from '../expressions/reference';
import { accessorOf, expressionReferences } from '../expressions/scan-expression';
import type { TextPlace, TextVisitor } from '../expressions/task-texts';
import { mapTexts } from '../expressions/task-texts';
import { parseTemplate } from '../expressions/template';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import type { ContextSettings } from '../tasks/common';

/** New ids by old ones, and which names are ids at all (a longer id is not part of a shorter one). */
export interface Renaming {
  readonly to: ReadonlyMap<string, string>;
  readonly isTask: (name: string) => boolean;
}

/** A task with everything in it that names a renamed task brought up to date; the same object if nothing does. */
export function renameReferences(task: Task, renaming: Renaming): Task {
  const renamed = mapTexts(task, renamingVisitor(renaming, task));
  const dependsOn = renamed.dependsOn && renameIds(renamed.dependsOn, renaming);
  const context = renamed.context && renameInContext(renamed.context, renaming);
  if (dependsOn === renamed.dependsOn && context === renamed.context) return renamed;
  return { ...renamed, ...(dependsOn ? { dependsOn: dependsOn as TaskId[] } : {}), ...(context ? { context } : {}) };
}

/** Rewrites texts; in those of `task` its own variables and inputs hide tasks of the same name. */
export function renamingVisitor(renaming: Renaming, task?: Task): TextVisitor {
  const renameReference = (reference: string, place: TextPlace) => {
    for (const name of referenceNames(reference)) {
      if (task !== undefined && isHidden(name, task, place)) return reference;
      const newName = renaming.to.get(name);
      if (newName !== undefined) return newName + reference.slice(name.length);
      if (renaming.isTask(name)) return reference;
    }
    return reference;
  };
  return {
    template(text, place) {
      const parts = text.includes('{{') ? parseTemplate(text) : undefined;
      if (!parts?.ok) return text;
      const references = parts.value.filter((part) => part.kind === 'reference');
      return replaceAt(text, references, ({ path }) => renameReference(path, place));
    },
    expression: (source) =>
      replaceAt(source, expressionReferences(source), ({ root, name, from, to }) => {
        const newName = root === 'tasks' ? renaming.to.get(name) : undefined;
        return newName === undefined ? source.slice(from, to) : accessorOf(newName);
      }),
    reference: renameReference,
  };
}

function isHidden(name: string, task: Task, place: TextPlace): boolean {
  return Object.hasOwn(task.variables ?? {}, name) || (place !== 'inputs' && Object.hasOwn(task.inputs ?? {}, name));
}

function replaceAt<T extends { readonly from: number; readonly to: number }>(
  text: string,
  places: readonly T[],
  replacement: (place: T) => string,
): string {
  let result = '';
  let last = 0;
  for (const place of places) {
    result += text.slice(last, place.from) + replacement(place);
    last = place.to;
  }
  return result + text.slice(last);
}

function renameIds<T extends string>(ids: T[], { to }: Renaming): string[] {
  return ids.some((id) => to.has(id)) ? ids.map((id) => to.get(id) ?? id) : ids;
}

/** The tasks that a context setting names, brought up to date; the same object if none is renamed. */
export function renameInContext(context: ContextSettings, renaming: Renaming): ContextSettings {
  const includeTasks = context.includeTasks && renameIds(context.includeTasks, renaming);
  const excludeTasks = context.excludeTasks && renameIds(context.excludeTasks, renaming);
  if (includeTasks === context.includeTasks && excludeTasks === context.excludeTasks) return context;
  return { ...context, ...(includeTasks ? { includeTasks } : {}), ...(excludeTasks ? { excludeTasks } : {}) };
}
