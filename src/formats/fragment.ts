import { defined, omitEmpty } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import { putTasks, takeTasks } from '@/workflow/commands/places/arrange-tasks';
import type { Diagnostic } from '@/workflow/diagnostic';
import { getSettings, listTaskIds, type StickyNote, type WorkflowDocument } from '@/workflow/document';
import { type NoteKey, noteKey } from '@/workflow/notes';
import { locateTask, selectOutermost, type TaskPath } from '@/workflow/task-path';
import { readPasted } from './read-pasted';
import { writeYaml } from './yaml/write-yaml';

/** Copied tasks, in the order of their document, with their positions if they have any, and notes. */
export interface Fragment {
  readonly tasks: WorkflowDocument['tasks'];
  readonly layout: WorkflowDocument['layout'];
  /** The whole workflow as YAML, if it also has settings, which the tasks alone would lose. */
  readonly workflow?: string;
  /** Warnings, for example about repairs while it was read. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes tasks of any depth, and notes by their keys, for the clipboard: a small workflow in YAML, so that it can also
 * be pasted into a file. The notes in a container come with it.
 */
export function writeFragment(document: WorkflowDocument, chosen: Iterable<TaskPath | NoteKey>): string {
  const keys = new Set(chosen);
  const taskPaths = selectOutermost(keys).filter((taskPath) => locateTask(document, taskPath) !== undefined);
  const among = new Set(taskPaths);
  const tops = listTaskIds(document).filter((id) => among.has(id));
  const atTop = new Set<TaskPath>(tops);
  const ordered = [...tops, ...taskPaths.filter((taskPath) => !atTop.has(taskPath))];
  const { pieces } = takeTasks(document, ordered);
  const taken = ordered.flatMap((taskPath) => pieces.get(taskPath) ?? []);
  const put = putTasks({ tasks: {} }, { kind: 'graph', container: undefined }, taken);
  const to = ordered.map((taskPath, index) => [taskPath, put.taskPaths[index] ?? taskPath] as const);
  const renamePath = (at: TaskPath) => {
    const [from, now] = to.find(([one]) => at === one || at.startsWith(`${one}/`)) ?? [];
    return from === undefined || now === undefined ? undefined : now + at.slice(from.length);
  };
  const placed = Object.entries(document.layout?.tasks ?? {}).flatMap(([taskPath, at]) => {
    const now = renamePath(taskPath);
    return now === undefined ? [] : [[now, at] as const];
  });
  const collapsed = document.layout?.collapsed?.flatMap((taskPath) => renamePath(taskPath) ?? []) ?? [];
  const notes = (document.layout?.notes ?? []).flatMap((note, index): StickyNote[] => {
    const { in: container, ...alone } = note;
    const now = container === undefined ? undefined : renamePath(container);
    return now !== undefined ? [{ ...note, in: now }] : keys.has(noteKey(index)) ? [alone] : [];
  });
  const layout = {
    tasks: Object.fromEntries(placed),
    ...defined({ collapsed: omitEmpty(collapsed), notes: omitEmpty(notes) }),
  };
  return writeYaml({ ...put.document, layout });
}

/**
 * Reads tasks from the clipboard: a workflow or a single task in any notation. A text without tasks is an error too.
 */
export function readFragment(text: string): Result<Fragment, readonly Diagnostic[]> {
  const { document, diagnostics, notation, text: own } = readPasted(text);
  if (document === undefined) return err(diagnostics);
  const { tasks, layout } = document;
  if (Object.keys(tasks).length === 0 && layout?.notes === undefined) {
    return err([{ code: 'HED107', severity: 'error', message: 'The clipboard holds no tasks.', path: [] }]);
  }
  const { heddle: _version, ...settings } = getSettings(document);
  const workflow = notation === 'yaml' ? own : writeYaml(document);
  return ok({ tasks, layout, diagnostics, ...(Object.keys(settings).length > 0 && { workflow }) });
}
