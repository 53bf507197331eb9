import type { CodeStore } from '@/state/code-store';
import { selectTasks } from '@/state/view/canvas';
import { getSelectedTask, type ViewStore } from '@/state/view-store';
import type { monaco } from './monaco';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

/**
 * Binds the cursor to the selection: a cursor in a task selects it, a task selected elsewhere is scrolled into view,
 * and a request of the view moves the cursor.
 */
export function bindSelection(editor: Editor, model: Model, code: CodeStore, view: ViewStore): () => void {
  const selectFromCursor = async (): Promise<void> => {
    const cursor = editor.getPosition();
    if (!editor.hasTextFocus() || !cursor) return;
    const id = await code.actions.taskAt(model.getOffsetAt(cursor)).catch(() => undefined);
    const isThere = editor.hasTextFocus() && editor.getPosition()?.equals(cursor);
    if (isThere && id !== undefined && id !== getSelectedTask(view.getState())) selectTasks(view, [id]);
  };

  const revealSelected = async (): Promise<void> => {
    const id = getSelectedTask(view.getState());
    if (id === undefined || editor.hasTextFocus()) return;
    const lines = await code.actions.linesOf(`tasks.${id}`).catch(() => undefined);
    if (!lines || editor.hasTextFocus() || getSelectedTask(view.getState()) !== id) return;
    const start = model.getPositionAt(lines.from);
    const cursor = editor.getPosition();
    const at = cursor === null ? -1 : model.getOffsetAt(cursor);
    if (lines.from <= at && at < lines.to) return;
    editor.setPosition(start);
    editor.revealLineNearTop(start.lineNumber);
  };

  let isPlaced = false;
  const unfollowCursor = view.requests.cursor.serve((offset) => {
    isPlaced = true;
    const place = model.getPositionAt(offset);
    editor.focus();
    editor.setPosition(place);
    editor.revealPositionInCenter(place);
  });
  if (!isPlaced) void revealSelected();
  const moved = editor.onDidChangeCursorPosition(() => void selectFromCursor());
  // A task that was just typed can be selected only after the text is parsed.
  const unfollowText = code.subscribe(({ sync }, before) => {
    if (sync === 'current' && before.sync !== sync) void selectFromCursor();
  });
  const unfollowView = view.subscribe((state, before) => {
    if (state.canvas.selection !== before.canvas.selection) void revealSelected();
  });
  return () => {
    moved.dispose();
    unfollowCursor();
    unfollowText();
    unfollowView();
  };
}
