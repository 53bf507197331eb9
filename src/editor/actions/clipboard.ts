import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { select } from '@/state/view-store';
import { notify } from '@/ui/overlay/toast';
import { type CopyInto, copyInto } from '@/workflow/commands/places/copy-into';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { boxesOf, topBoxes } from '../geometry/boxes';
import { boundsOf, nodeHeight, nodeWidth } from '../geometry/node-geometry';
import { canvasOf } from './canvas-handle';
import { countTasks, edit, selectedIds } from './edit';

/** Copies the selected tasks as YAML. Returns false, with a message on the screen, if the browser does not allow it. */
export async function copySelection(stores: AppStores): Promise<boolean> {
  const ids = selectedIds(stores);
  if (ids.length === 0) return false;
  try {
    // Safari accepts only what is handed to the clipboard within the gesture. A promise is enough.
    const text = stores.services.documents.copy(ids).then((yaml) => new Blob([yaml], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return true;
  } catch {
    notify({
      tone: 'error',
      title: 'Nothing was copied',
      detail: 'The browser does not let this page use the clipboard. Allow it in the address bar, then copy again.',
    });
    return false;
  }
}

/** Pastes the content of the clipboard if it is a workflow or a part of one; otherwise shows a message. */
export async function paste(stores: AppStores): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    notify({
      tone: 'error',
      title: 'Nothing was pasted',
      detail: 'The browser does not let this page read the clipboard. Allow it in the address bar, then paste again.',
    });
    return;
  }
  await pasteText(stores, text);
}

/** Inserts the tasks of a text in any notation, centred under the pointer. */
export async function pasteText(stores: AppStores, text: string): Promise<void> {
  const read = await stores.services.documents.readFragment(text);
  if (!read.ok) {
    const reason = read.error[0]?.message;
    notify({
      tone: 'error',
      title: 'Nothing was pasted: this is not a workflow',
      detail: `${reason ? `${reason} ` : ''}Copy tasks here, or a workflow as YAML, XML or JSON, and paste again.`,
    });
    return;
  }
  const { tasks, layout, workflow, diagnostics } = read.value;
  const source: WorkflowDocument = { tasks, ...(layout === undefined ? {} : { layout }) };
  const boxes = topBoxes(boxesOf(source));
  const bounds = boundsOf(boxes);
  const [x, y] = canvasOf(stores.view)?.place() ?? [nodeWidth / 2, nodeHeight / 2];
  const offset: Point = bounds
    ? [Math.round(x - bounds.x - bounds.width / 2), Math.round(y - bounds.y - bounds.height / 2)]
    : [0, 0];
  const positions = new Map(boxes.map(({ taskPath, at }) => [taskPath, moveBy(at, offset)]));
  const done = await insert(stores, { source, taskPaths: [...positions.keys()], into: top, positions }, 'Paste');
  if (!done) return;
  const repaired = diagnostics.filter(({ code }) => code === 'HED505').map(({ message }) => message);
  if (repaired.length > 0) {
    notify({
      tone: 'info',
      stays: true,
      title: 'What was pasted was repaired.',
      detail: repaired.slice(0, 3).join(' '),
    });
  }
  if (workflow !== undefined) await offerWhole(stores, workflow);
}

/** Offers to open the whole workflow whose tasks were just pasted without its settings. */
async function offerWhole({ document, services }: AppStores, workflow: string): Promise<void> {
  await document.actions.settled();
  const pasted = document.getState().past.at(-1);
  notify({
    tone: 'info',
    title: 'Pasted without the settings of its workflow.',
    action: {
      label: 'Open as a new workflow',
      run: async () => {
        // It replaces the paste, unless something was edited since.
        if (document.getState().past.at(-1) === pasted) await document.actions.undo();
        await services.openAsNew(workflow);
      },
    },
  });
}

/** Copies the selected tasks next to themselves. */
export async function duplicateSelection(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const ids = selectedIds(stores);
  const boxes = boxesOf(document);
  const positions = new Map(ids.map((id) => [id, moveBy(boxes.get(id)?.at ?? [0, 0], [32, 32])]));
  await insert(stores, { source: document, taskPaths: ids, into: top, positions }, 'Duplicate');
}

const top = { kind: 'graph', container: undefined } as const;
const moveBy = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];

/** Returns whether the tasks were inserted. */
async function insert(stores: AppStores, args: CopyInto, verb: string): Promise<boolean> {
  const command = (document: WorkflowDocument) => {
    const made = copyInto(document, args);
    return made.ok ? ok(made.value.document) : made;
  };
  const added = await edit(stores, command, `${verb} ${countTasks(args.taskPaths.length)}`);
  if (added) select(stores.view, added);
  return added !== undefined;
}
