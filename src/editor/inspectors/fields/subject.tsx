import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useDocument, useStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import type { TaskPatch } from '@/workflow/commands/set-fields';
import { updateSettings } from '@/workflow/commands/update-settings';
import { updateTask } from '@/workflow/commands/update-task';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import type { FieldPath } from './field-path';

/** What the fields of an inspector edit: a task, or the settings of the workflow. */
export interface Subject {
  /** The path of the task, at any depth; undefined for the settings. */
  readonly taskPath: TaskPath | undefined;
  /** The label of an edit of it in the edit history. */
  readonly label: string;
  /** Its path in the document, as in the file. */
  root(document: WorkflowDocument): DocumentPath;
  /** Returns the same object while nothing in it has changed. */
  read(document: WorkflowDocument): object | undefined;
  /** The command that sets fields; a field set to undefined is removed. */
  patch(fields: Readonly<Record<string, unknown>>): EditCommand;
  /** If it is several tasks. Without it, a field is read by {@link read} and set by {@link patch}. */
  readonly several?: SeveralTasks;
}

/** A field of several tasks. */
export interface SeveralTasks {
  /** The value that all have; undefined also if they differ. */
  valueAt(document: WorkflowDocument, path: FieldPath): unknown;
  isMixed(document: WorkflowDocument, path: FieldPath): boolean;
  /** The command that sets the field of all. */
  set(path: FieldPath, value: unknown): EditCommand;
}

/** A task as a subject. */
export function createTaskSubject(taskPath: TaskPath): Subject {
  return {
    taskPath,
    label: `Edit ${getLastSegment(taskPath)}`,
    root: (document) => locateTask(document, taskPath)?.path ?? ['tasks', taskPath],
    read: (document) => locateTask(document, taskPath)?.task,
    // The command checks the fields against the schema of the task.
    patch: (fields) => (document) => updateTask(document, { id: taskPath, patch: fields as TaskPatch }),
  };
}

/**
 * The workflow's own settings as a subject. It reads the whole document; the settings are its keys besides the tasks.
 */
export const settingsSubject: Subject = {
  taskPath: undefined,
  label: 'Edit settings',
  root: () => [],
  read: (document) => document,
  patch: (fields) => (document) => updateSettings(document, { patch: fields as DocumentSettings }),
};

const SubjectContext = createContext<Subject>(settingsSubject);

/** Binds the fields below it to a task. */
export function TaskSubject({ taskPath, children }: { readonly taskPath: TaskPath; readonly children: ReactNode }) {
  const subject = useMemo(() => createTaskSubject(taskPath), [taskPath]);
  return <SubjectContext.Provider value={subject}>{children}</SubjectContext.Provider>;
}

/** Binds the fields below it to a subject. */
export const SubjectOf = SubjectContext.Provider;

/** The subject that the surrounding fields edit. */
export function useSubject(): Subject {
  return useContext(SubjectContext);
}

/** The task that the surrounding fields edit; undefined for the settings, and for a task that no longer exists. */
export function useSubjectTask(): Task | undefined {
  const { taskPath } = useSubject();
  return useDocument(({ document }) => (taskPath === undefined ? undefined : locateTask(document, taskPath)?.task));
}

/** Returns a function that makes an edit and resolves to the reason if it is refused. */
export function useDispatch(): (command: EditCommand, label: string, mark?: string) => Promise<string | undefined> {
  const { document } = useStores();
  return async (command, label, mark) => {
    const made = await document.actions.dispatch(command, label, mark);
    return made.ok ? undefined : made.error.message;
  };
}
