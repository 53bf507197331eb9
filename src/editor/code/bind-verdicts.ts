import type { AppStores } from '@/state/context';
import { getTestMarks } from '@/state/test-marks';
import styles from './code-editor.module.css';
import { monaco } from './monaco';
import { findPathOffset } from './offset-of-path';

/** A shape for each, so that colour is never alone. */
const signs = { passed: '✓', failed: '✗', open: '–' } as const;

/** Says behind the name of each test how it was judged last. The marks move with the text. */
export function bindVerdicts(
  editor: monaco.editor.IStandaloneCodeEditor,
  model: monaco.editor.ITextModel,
  stores: AppStores,
): () => void {
  const { document } = stores;
  const marks = getTestMarks(stores);
  const shown = editor.createDecorationsCollection();
  let isOver = false;
  const show = async () => {
    const { verdicts } = marks.getState();
    const { id, document: opened } = document.getState();
    // Tests of another file have no place in this text.
    if (typeof opened.tests === 'string') return shown.clear();
    const found: monaco.editor.IModelDeltaDecoration[] = [];
    for (const [testId, { tone, said }] of verdicts) {
      const offset = await findPathOffset(document, ['tests', testId]).catch(() => 0);
      if (isOver || marks.getState().verdicts !== verdicts || document.getState().id !== id) return;
      if (offset === 0) continue;
      const { lineNumber, column: start } = model.getPositionAt(offset);
      const isAlone =
        model
          .getLineContent(lineNumber)
          .slice(0, start - 1)
          .trim() === '';
      // In braces others may follow in the line.
      const name = isAlone ? undefined : model.getWordAtPosition({ lineNumber, column: start });
      const column = name?.endColumn ?? model.getLineMaxColumn(lineNumber);
      found.push({
        range: new monaco.Range(lineNumber, column, lineNumber, column),
        options: {
          showIfCollapsed: true,
          after: {
            content: `  ${signs[tone]} ${said}`,
            inlineClassName: styles[tone] ?? '',
            cursorStops: monaco.editor.InjectedTextCursorStops.None,
          },
        },
      });
    }
    shown.set(found);
  };
  void show();
  const unfollow = marks.subscribe(() => void show());
  return () => {
    isOver = true;
    unfollow();
    shown.clear();
  };
}
