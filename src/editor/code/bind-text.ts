import type { CodeStore } from '@/state/code-store';
import { computeDifference } from '@/state/edit-history';
import { computeLineEdits } from './line-edits';
import { monaco } from './monaco';
import type { TypingBursts } from './typing-bursts';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

/**
 * Keeps the model and the text of the workflow equal, both ways. Typed text goes to the document. Changes of the
 * document from outside are applied as the smallest edits, so that neither cursor nor scroll position moves. Undo and
 * redo are those of the document; Monaco's own are never used.
 */
export function bindText(editor: Editor, model: Model, code: CodeStore, bursts: TypingBursts): () => void {
  const typed = model.onDidChangeContent((event) => {
    const edits = computeDifference(code.getState().text, readModelText(model));
    if (edits.length === 0) return;
    const inserted = event.changes.map((change) => change.text).join('');
    code.actions.type(edits, bursts.mark(inserted, performance.now()));
  });

  const unfollow = code.subscribe(({ id, text, sync }, before) => {
    if (sync !== before.sync) editor.updateOptions({ readOnly: sync === 'writing' || sync === 'failed' });
    if (text === before.text || text === readModelText(model)) return;
    if (id === before.id) applyEdits(model, text);
    if (readModelText(model) !== text) model.setValue(text);
  });

  const travel = (step: () => Promise<void>) => async () => {
    const before = readModelText(model);
    bursts.end();
    await step();
    const [change] = computeDifference(before, readModelText(model));
    if (!change) return;
    const place = model.getPositionAt(change.at + change.inserted.length);
    editor.setPosition(place);
    editor.revealPositionInCenterIfOutsideViewport(place);
  };
  const { KeyMod, KeyCode } = monaco;
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, travel(code.actions.undo));
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, travel(code.actions.redo));
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, travel(code.actions.redo));

  return () => {
    typed.dispose();
    unfollow();
  };
}

/** The text with its own line breaks, so that offsets match those of the document's text. */
function readModelText(model: Model): string {
  return model.getValue(monaco.editor.EndOfLinePreference.TextDefined, true);
}

/** `applyEdits` does not touch Monaco's undo stack, and moves cursors along. */
function applyEdits(model: Model, text: string): void {
  const edits = computeLineEdits(readModelText(model), text).map(({ at, removed, inserted }) => ({
    range: monaco.Range.fromPositions(model.getPositionAt(at), model.getPositionAt(at + removed.length)),
    text: inserted,
  }));
  model.applyEdits(edits);
}
