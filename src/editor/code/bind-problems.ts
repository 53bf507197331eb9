import type { CodeStore } from '@/state/code-store';
import type { DocumentStore } from '@/state/document-store';
import { notifyOutcome } from '@/ui/attempt';
import { buildGuideUrl } from '@/ui/guide';
import type { Diagnostic, Fix } from '@/workflow/diagnostic';
import { applyFix } from '../problems/apply-fix';
import { monaco } from './monaco';

type Editor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;

/** Marks the problems of a text in the editor, and offers their fixes as quick fixes. */
export function bindProblems(editor: Editor, model: Model, code: CodeStore, document: DocumentStore): () => void {
  const showProblems = (): void => {
    monaco.editor.setModelMarkers(model, 'heddle', code.getState().diagnostics.map(buildMarker));
  };
  showProblems();
  const unfollow = code.subscribe(({ diagnostics }, before) => {
    if (diagnostics !== before.diagnostics) showProblems();
  });

  const command = editor.addCommand(0, async (_services, fix: Fix) => {
    const refusal = await applyFix(document, code, fix);
    notifyOutcome('fix', 'The fix was not made', refusal?.message);
  });
  const actions = monaco.languages.registerCodeActionProvider(model.getLanguageId(), {
    provideCodeActions(asked, range) {
      const offered = code.getState().diagnostics.flatMap((diagnostic) => {
        const { fix } = diagnostic;
        const marker = buildMarker(diagnostic);
        if (asked !== model || !fix || !command || !monaco.Range.areIntersectingOrTouching(marker, range)) return [];
        const action: monaco.languages.CodeAction = {
          title: fix.title,
          kind: 'quickfix',
          isPreferred: true,
          diagnostics: [marker],
          command: { id: command, title: fix.title, arguments: [fix] },
        };
        return [action];
      });
      return { actions: offered, dispose: () => undefined };
    },
  });
  return () => {
    unfollow();
    actions.dispose();
  };
}

function buildMarker({ code, severity, message, range }: Diagnostic): monaco.editor.IMarkerData {
  return {
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    code: {
      value: code,
      target: monaco.Uri.parse(new URL(buildGuideUrl('errors', code.toLowerCase()), location.href).href),
    },
    message,
    startLineNumber: range?.line ?? 1,
    startColumn: range?.column ?? 1,
    endLineNumber: range?.endLine ?? 1,
    endColumn: range?.endColumn ?? 1,
  };
}
