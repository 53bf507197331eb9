import { defined } from '@/base/defined';
import { notationWords } from '@/formats/notation';
import type { AppStores } from '@/state/context';
import { notifyPerson } from '@/ui/overlay/toast';
import type { WorkflowDocument } from '@/workflow/document';
import { computeBoxes, listTopBoxes } from '../geometry/boxes';
import { computeBounds, type Rect } from '../geometry/node-geometry';
import { noteBoxes } from '../geometry/note-boxes';
import { isLastCopySelected, readCopyUnderWay } from './clipboard';
import { placeForPaste, putCopies } from './copy-edits';

/** Pastes the content of the clipboard if it is a workflow or a part of one; otherwise shows a message. */
export async function pasteClipboard(
  stores: AppStores,
  copied: Promise<string | undefined> | undefined = readCopyUnderWay(),
): Promise<void> {
  const own = await copied;
  if (own !== undefined) return pasteText(stores, own);
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    notifyPerson({
      tone: 'error',
      id: 'pasted',
      about: 'workflow',
      title: 'Nothing was pasted',
      detail: isSecureContext
        ? 'The browser does not let this page read the clipboard. Allow it in the address bar, then paste again.'
        : 'A page that came over plain http cannot read the clipboard. Press Ctrl+V (on a Mac ⌘V) instead.',
    });
    return;
  }
  await pasteText(stores, text);
}

/**
 * Inserts the tasks and notes of a text in any notation: into the selected container, beside the selected task, or at
 * the pointer.
 */
export async function pasteText(stores: AppStores, text: string): Promise<void> {
  const read = await stores.services.documents.readFragment(text);
  if (!read.ok) {
    const reason = read.error[0]?.message;
    notifyPerson({
      tone: 'error',
      id: 'pasted',
      about: 'workflow',
      title: 'Nothing was pasted: this is not a workflow',
      detail: `${reason ? `${reason} ` : ''}Copy tasks here, or a workflow as ${notationWords}, and paste again.`,
    });
    return;
  }
  const { tasks, layout, workflow, diagnostics } = read.value;
  const source: WorkflowDocument = { tasks, ...defined({ layout }) };
  const drawn = computeBoxes(source);
  const notes = noteBoxes(source, drawn, undefined).filter(({ container }) => container === undefined);
  const boxes = new Map<string, Rect>([
    ...listTopBoxes(drawn).map((box) => [box.taskPath, box] as const),
    ...notes.map((box) => [box.key, box] as const),
  ]);
  const where = placeForPaste(stores, computeBounds(boxes.values()), isLastCopySelected(stores));
  const done = await putCopies(stores, source, boxes, where, 'Paste');
  if (!done) return;
  const repaired = diagnostics.filter(({ code }) => code === 'HED505').map(({ message }) => message);
  if (repaired.length > 0) {
    notifyPerson({
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
  notifyPerson({
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
