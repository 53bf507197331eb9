import { makeNameVisible } from '@/base/visible-text';
import type { DocumentSettings, WorkflowDocument } from './document-schema';
import { findFunctionName } from './function-path';
import type { TaskId } from './names';
import { listIds } from './task-record';
import type { Task } from './tasks';

// The schemas are in `document-schema.ts`, so that the page can draw a document before zod is loaded.
export type { DocumentSettings, Layout, WorkflowDocument } from './document-schema';
export type Point = readonly [x: number, y: number];

/** A sticky note: a text on the canvas that means nothing to a run. */
export type StickyNote = NonNullable<NonNullable<WorkflowDocument['layout']>['notes']>[number];

/** A definition of the library. */
export type Definition = NonNullable<WorkflowDocument['library']>[string];

/** A workflow without tasks. */
export const emptyDocument: WorkflowDocument = { tasks: {} };

/** The task of this id, or that of the definition at this path (`library:NAME`); undefined: there is none. */
export function findTopTask(document: WorkflowDocument, id: string): Task | undefined {
  return Object.hasOwn(document.tasks, id) ? document.tasks[id as TaskId] : findDefinitionAt(document, id)?.task;
}

/** The definition of the workflow that a task path leads into; undefined for a task of the document. */
export function findDefinitionAt({ library }: WorkflowDocument, taskPath: string): Definition | undefined {
  const name = findFunctionName(taskPath);
  return name !== undefined && library && Object.hasOwn(library, name) ? library[name] : undefined;
}

/** The ids of the top-level tasks, in the author's order. */
export function listTaskIds(document: WorkflowDocument): readonly TaskId[] {
  return listIds(document.tasks);
}

/** A task's name, else its id, as a person is shown it. */
export function formatTaskLabel(id: string, { name }: { readonly name?: string | undefined }): string {
  return name === undefined ? id : makeNameVisible(name);
}

/** The name of a workflow as a person is shown it. */
export function formatWorkflowLabel({ name = 'Untitled' }: Pick<WorkflowDocument, 'name'>): string {
  return makeNameVisible(name);
}

/** The settings of a document: everything but tasks and layout. */
export function getSettings(document: WorkflowDocument): DocumentSettings {
  const { tasks: _tasks, layout: _layout, ...settings } = document;
  return settings;
}
