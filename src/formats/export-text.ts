import { computeChange } from '@/workflow/commands/change-between';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { mapEveryTask } from '@/workflow/map-every-task';
import type { TaskId } from '@/workflow/names';
import { removePins } from '@/workflow/pins';
import type { Notation } from './notation';
import { writeAny } from './write-any';
import { writeTemplateForm } from './written-form';
import { editYaml } from './yaml/edit-yaml';
import type { YamlSource } from './yaml/yaml-source';

/** What to export, and in which notation. */
export interface ExportOptions {
  readonly notation: Notation;
  /** Ids of the tasks to export; undefined for the whole workflow. A single task is written as a bare task. */
  readonly tasks?: readonly string[] | undefined;
  /** Whether to leave out the layout of the canvas. */
  readonly omitLayout: boolean;
  /** Whether to leave out breakpoints, and which tasks are disabled. */
  readonly omitAids: boolean;
  /** Whether to leave out pinned outputs. */
  readonly omitPins: boolean;
}

/** Whether the text is exported unchanged: it need not even parse. */
export function isVerbatim({ notation, tasks, omitLayout, omitAids, omitPins }: ExportOptions): boolean {
  return notation === 'yaml' && tasks === undefined && !omitLayout && !omitAids && !omitPins;
}

/**
 * The text of a workflow, or of some of its tasks as a template. YAML is cut from the existing text, so that comments
 * and style stay; the other notations are written in canonical form. `document` is the document of `source`.
 */
export function exportText(source: YamlSource, document: WorkflowDocument, wish: ExportOptions): string {
  if (isVerbatim(wish)) return source.text;
  const wanted = selectWanted(document, wish);
  const [id, ...more] = listTaskIds(wanted);
  const task = id && wish.tasks && more.length === 0 ? wanted.tasks[id] : undefined;
  if (id && task) return writeAny[wish.notation].task(writeTemplateForm(id, task));
  if (wish.notation !== 'yaml') return writeAny[wish.notation].document(wanted);
  return editYaml({ source, document }, computeChange(document, wanted)).source.text;
}

function selectWanted(
  document: WorkflowDocument,
  { tasks, omitLayout, omitAids, omitPins }: ExportOptions,
): WorkflowDocument {
  const chosen = tasks === undefined ? document : keepOnlyTasks(document, new Set(tasks));
  const unpinned = omitPins ? removePins(chosen) : chosen;
  const sound = omitAids ? removeAids(unpinned) : unpinned;
  if (!omitLayout) return sound;
  const { layout: _layout, ...rest } = sound;
  return rest;
}

/** The other tasks are removed as on the canvas, so that no task waits for a missing one. */
function keepOnlyTasks(document: WorkflowDocument, chosen: ReadonlySet<string>): WorkflowDocument {
  const others: readonly TaskId[] = listTaskIds(document).filter((id) => !chosen.has(id));
  const removed = removeTasks(document, { ids: others });
  return removed.ok ? removed.value : document;
}

function removeAids(document: WorkflowDocument): WorkflowDocument {
  return mapEveryTask(document, ({ breakpoint: _breakpoint, disabled: _disabled, ...task }) => task);
}
