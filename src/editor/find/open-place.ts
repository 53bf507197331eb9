import type { AppStores } from '@/state/context';
import { jumpToTask, openRoot, selectTasks } from '@/state/view/canvas';
import { openInspector } from '@/state/view/panels';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { TextHit } from '@/workflow/find/find-texts';
import type { ResultUse } from '@/workflow/graph/readings';
import { type NoteKey, noteByKey, noteKey } from '@/workflow/notes';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { editInCode } from '../code/offset-of-path';

/** Shows the task of a text on the canvas. A folded container around it is opened in full. */
export function showFoundTask({ document, view }: AppStores, taskPath: TaskPath): void {
  const folded = new Set(document.getState().document.layout?.collapsed);
  const { root } = view.getState().canvas;
  for (let at = findContainerPath(taskPath); at !== undefined && at !== root; at = findContainerPath(at)) {
    if (!folded.has(at)) continue;
    openRoot(view, at);
    break;
  }
  jumpToTask(view, taskPath);
}

/** The key of the note that a path of the document leads into; undefined: it leads elsewhere. */
export function findNoteKey([root, list, index]: DocumentPath): NoteKey | undefined {
  return root === 'layout' && list === 'notes' && typeof index === 'number' ? noteKey(index) : undefined;
}

/** Shows a note on the canvas. Its container is opened in full if it is folded, or within a folded one. */
export function showFoundNote({ document, view }: AppStores, key: NoteKey): void {
  const { document: now } = document.getState();
  const container = noteByKey(now, key)?.in;
  const { root } = view.getState().canvas;
  const folded = new Set(now.layout?.collapsed);
  for (let at = container; at !== undefined && at !== root; at = findContainerPath(at)) {
    if (!folded.has(at)) continue;
    openRoot(view, container);
    break;
  }
  jumpToTask(view, key);
}

type Place = Pick<TextHit, 'taskPath' | 'path' | 'field' | 'at' | 'found'>;

/** Opens the text in which a task reads another, with what it reads selected. */
export function openReading(stores: AppStores, { reader, path, field, text }: ResultUse): Promise<void> {
  const task = locateTask(stores.document.getState().document, reader)?.task;
  const whole = field.reduce<unknown>(
    (value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step],
    task,
  );
  const at = typeof whole === 'string' ? Math.max(0, whole.indexOf(text)) : 0;
  return openPlace(stores, { taskPath: reader, path, field, at, found: text });
}

/**
 * Selects the task of a text, and moves the focus to the field that holds it, with the text selected. What has no field
 * in the inspector is shown in the code.
 */
export async function openPlace(stores: AppStores, found: Place): Promise<void> {
  const { view } = stores;
  const { taskPath, path, field } = found;
  if ((path[0] === 'library' && taskPath === undefined) || path[0] === 'tools' || field.length === 0)
    return editInCode(stores, path);
  const note = findNoteKey(path);
  if (note !== undefined) showFoundNote(stores, note);
  else if (taskPath === undefined) selectTasks(view, []);
  else showFoundTask(stores, taskPath);
  openInspector(view, { inspector: 'task', whole: 'settings' });
  const isStill = () => {
    const { selection } = view.getState().canvas;
    return selection.has(note ?? taskPath ?? '') || selection.size === 0;
  };
  const control = await findControl(taskPath === undefined && note === undefined ? path : field, isStill);
  if (control !== undefined) focusText(control, found);
  else if (isStill()) await editInCode(stores, path);
}

/** The most frames that a field is waited for among others, and that the code of a form may take to load. */
const mostFrames = 120;
const mostFramesToLoad = 3600;
const unfoldAfter = 3;

/** The control of a field in the inspector. Folds are opened to find it; those that do not hold it are closed again. */
async function findControl(path: DocumentPath, isStill: () => boolean): Promise<HTMLElement | undefined> {
  const opened = new Set<HTMLDetailsElement>();
  const closeFolds = (held?: Element) => {
    for (const fold of opened) if (held === undefined || !fold.contains(held)) fold.open = false;
  };
  const areFieldsThere = () => document.querySelector('[data-inspector] :is(input, textarea, select)') !== null;
  for (let frame = 0; frame < mostFramesToLoad && !areFieldsThere() && isStill(); frame += 1)
    await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < mostFrames && isStill(); frame += 1) {
    await new Promise(requestAnimationFrame);
    const fields = document.querySelector('[data-inspector]');
    // Of a list or a record whose members have no fields of their own, the field of the whole is taken, late.
    const shortest = frame < mostFrames / 2 ? path.length : 1;
    for (let length = path.length; length >= shortest; length -= 1) {
      const control = fields && findControlIn(fields, path.slice(0, length));
      if (!control) continue;
      closeFolds(control);
      return control;
    }
    if (frame < unfoldAfter) continue;
    for (const fold of fields?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []) {
      fold.open = true;
      opened.add(fold);
    }
  }
  closeFolds();
  return undefined;
}

/** The control with the name of a field, which is that of the model: `script.content`, `errorHandling.maxRetries`. */
function findControlIn(fields: Element, path: DocumentPath): HTMLElement | undefined {
  const wanted = removeNotation(path.join('.'));
  for (const control of fields.querySelectorAll<HTMLElement>('input[name], textarea[name], select[name]'))
    if (removeNotation(control.getAttribute('name') ?? '') === wanted) return control;
  return undefined;
}

/** A name without what its notation adds. */
function removeNotation(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function focusText(control: HTMLElement, { at, found }: Place): void {
  control.scrollIntoView({ block: 'nearest' });
  control.focus();
  const isText = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement;
  // The field may show something else than the text itself, such as JSON.
  if (isText && control.value.slice(at, at + found.length) === found) control.setSelectionRange(at, at + found.length);
}
