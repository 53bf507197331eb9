import type { CodeStore } from '@/state/code-store';
import { select, selectedTask, type ViewStore } from '@/state/view-store';
import type { monaco } from './monaco';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

/**
 * Binds the cursor to the selection: a cursor in a task selects it, a task selected elsewhere is scrolled into view,
 * and the view's `revealText` moves the cursor.
 */
export function bindSelection(editor: Editor, model: Model, code: CodeStore, view: ViewStore): () => void {
  const selectFromCursor = async (): Promise<void> => {
    const cursor = editor.getPosition();
    if (!editor.hasTextFocus() || !cursor) return;
    const id = await code.actions.taskAt(model.getOffsetAt(cursor)).catch(() => undefined);
    const isThere = editor.hasTextFocus() && editor.getPosition()?.equals(cursor);
    if (isThere && id !== undefined && id !== selectedTask(view.getState())) select(view, [id]);
  };

  const revealSelected = async (): Promise<void> => {
    const id = selectedTask(view.getState());
    if (id === undefined || editor.hasTextFocus()) return;
    const lines = await code.actions.linesOf(`tasks.${id}`).catch(() => undefined);
    if (!lines || editor.hasTextFocus() || selectedTask(view.getState()) !== id) return;
    const start = model.getPositionAt(lines.from);
    const cursor = editor.getPosition();
    const at = cursor === null ? -1 : model.getOffsetAt(cursor);
    if (lines.from <= at && at < lines.to) return;
    editor.setPosition(start);
    editor.revealLineNearTop(start.lineNumber);
  };

  const answerReveal = (): boolean => {
    const { revealText } = view.getState();
    if (!revealText) return false;
    view.setState({ revealText: undefined });
    const place = model.getPositionAt(revealText.at);
    editor.focus();
    editor.setPosition(place);
    editor.revealPositionInCenter(place);
    return true;
  };

  if (!answerReveal()) void revealSelected();
  const moved = editor.onDidChangeCursorPosition(() => void selectFromCursor());
  // A task that was just typed can be selected only after the text is parsed.
  const unfollowText = code.subscribe(({ sync }, before) => {
    if (sync === 'current' && before.sync !== sync) void selectFromCursor();
  });
  const unfollowView = view.subscribe((state, before) => {
    if (state.revealText && state.revealText !== before.revealText) answerReveal();
    else if (state.selection !== before.selection) void revealSelected();
  });
  return () => {
    moved.dispose();
    unfollowText();
    unfollowView();
  };
}
