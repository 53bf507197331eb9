import { selectTasks, setRoot } from '@/state/view/canvas';
import { findDefinitionAt } from '@/workflow/document';
import { isNoteKey, noteByKey } from '@/workflow/notes';
import { getRootPath, locateTask } from '@/workflow/task-path';
import type { DocumentStore } from './document-store';
import type { ViewStore } from './view-store';

/**
 * Takes tasks and notes out of the selection that an edit or an undo removed from the document, and leaves an opened
 * container that is gone. Tasks that were never in it, such as those of a call, can stay selected. It happens after the
 * edit, because a rename moves the selection itself.
 */
export function forgetRemoved(document: DocumentStore, view: ViewStore): void {
  document.subscribe(({ document: after }, { document: before }) => {
    const { selection: selected, root: opened } = view.getState().canvas;
    if (after === before || (selected.size === 0 && opened === undefined)) return;
    setTimeout(() => {
      const { selection } = view.getState().canvas;
      const present = document.getState().document;
      const left = [...selection].filter((key) =>
        isNoteKey(key)
          ? noteByKey(present, key) !== undefined
          : locateTask(present, key) !== undefined || locateTask(before, key) === undefined,
      );
      if (left.length < selection.size) selectTasks(view, left);
      const { root } = view.getState().canvas;
      if (root === undefined || locateTask(present, root) !== undefined) return;
      // A function without a task stays open.
      const top = findDefinitionAt(present, root) && getRootPath(root);
      if (top !== root && (locateTask(before, root) ?? findDefinitionAt(before, root)) !== undefined)
        setRoot(view, top);
    });
  });
}
