import type { CodeStore } from '@/state/code-store';
import { select, selectedTask, type ViewStore } from '@/state/view-store';
import type { monaco } from './monaco';
import { blockOfTask, taskAt } from './task-blocks';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

/**
 * Ties the cursor to the selection: a cursor in a task selects it, a task selected elsewhere is brought into view, and
 * `revealText` of the view is answered.
 */
export function bindSelection(editor: Editor, model: Model, code: CodeStore, view: ViewStore): () => void {
  const selectFromCursor = (): void => {
    const cursor = editor.getPosition();
    if (!editor.hasTextFocus() || !cursor) return;
    const id = taskAt(code.getState().source, model.getOffsetAt(cursor));
    if (id !== undefined && id !== selectedTask(view.getState())) select(view, [id]);
  };

  const revealSelected = (): void => {
    const id = selectedTask(view.getState());
    const block = id === undefined ? undefined : blockOfTask(code.getState().source, id);
    if (!block || editor.hasTextFocus()) return;
    const start = model.getPositionAt(block.from);
    const cursor = editor.getPosition();
    if (cursor && taskAt(code.getState().source, model.getOffsetAt(cursor)) === id) return;
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

  if (!answerReveal()) revealSelected();
  const moved = editor.onDidChangeCursorPosition(selectFromCursor);
  const unfollowText = code.subscribe(({ source }, before) => {
    if (source.blocks !== before.source.blocks && source.blocks.length > 0) selectFromCursor();
  });
  const unfollowView = view.subscribe((state, before) => {
    if (state.revealText && state.revealText !== before.revealText) answerReveal();
    else if (state.selection !== before.selection) revealSelected();
  });
  return () => {
    moved.dispose();
    unfollowText();
    unfollowView();
  };
}
