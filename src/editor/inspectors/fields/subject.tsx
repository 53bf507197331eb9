import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useStores } from '@/state/context';
import type { Command } from '@/state/document-store';
import { updateSettings } from '@/workflow/commands/update-settings';
import { type TaskPatch, updateTask } from '@/workflow/commands/update-task';
import type { DocumentPath } from '@/workflow/diagnostic';
import { type Settings, taskOf, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';

/** What the fields of an inspector edit: a task, or the settings of the workflow. */
export interface Subject {
  /** Where it stands in the document, as a path of a file. */
  readonly root: DocumentPath;
  /** How an edit of it is called in the history. */
  readonly label: string;
  /** The same object as long as nothing of it has changed. */
  read(document: WorkflowDocument): object | undefined;
  /** The command that sets fields; undefined takes one out. */
  patch(fields: Readonly<Record<string, unknown>>): Command;
}

/** A task as a subject. */
export function taskSubject(id: string): Subject {
  return {
    root: ['tasks', id],
    label: `Edit ${id}`,
    read: (document) => taskOf(document, id),
    // The command checks the fields against the schema of the task.
    patch: (fields) => (document) => updateTask(document, { id: id as TaskId, patch: fields as TaskPatch }),
  };
}

/** The workflow's own settings as a subject. Reads the document whole, of which the settings are the other keys. */
export const settingsSubject: Subject = {
  root: [],
  label: 'Edit settings',
  read: (document) => document,
  patch: (fields) => (document) => updateSettings(document, { patch: fields as Settings }),
};

const SubjectContext = createContext<Subject>(settingsSubject);

/** Ties the fields below it to a task. */
export function TaskSubject({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const subject = useMemo(() => taskSubject(id), [id]);
  return <SubjectContext.Provider value={subject}>{children}</SubjectContext.Provider>;
}

/** What the fields here edit. */
export function useSubject(): Subject {
  return useContext(SubjectContext);
}

/** Makes an edit. Resolves to the reason if it is refused. */
export function useDispatch(): (command: Command, label: string, mark?: string) => Promise<string | undefined> {
  const { document } = useStores();
  return async (command, label, mark) => (await document.actions.dispatch(command, label, mark))?.message;
}
