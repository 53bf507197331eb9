import type { CodeStore } from '@/state/code-store';
import type { AppStores } from '@/state/context';
import type { CodeNotation } from '@/state/view-store';
import { getXmlStore } from '@/state/xml-store';
import { getAction } from '../actions/actions';
import { findTextPlace } from '../writing/use-named-values';
import { bindProblems } from './bind-problems';
import { bindSelection } from './bind-selection';
import { bindText } from './bind-text';
import { bindVerdicts } from './bind-verdicts';
import { monaco } from './monaco';
import { offerNames } from './name-completions';
import { buildThemeFromTokens } from './theme';
import { createTypingBursts } from './typing-bursts';
import { offerXml } from './xml-completions';

/** Mounts a code editor of the open workflow, in one notation, in an element. The returned function removes it. */
export function mountEditor(element: HTMLElement, stores: AppStores, notation: CodeNotation): () => void {
  const unfollowTheme = followTheme(document.documentElement);
  const { document: workflow, view, services } = stores;
  const code: CodeStore = notation === 'xml' ? getXmlStore(stores) : workflow;
  const model = monaco.editor.createModel(code.getState().text, notation, createUri(notation));
  model.updateOptions({ tabSize: 2, insertSpaces: true });
  const editor = monaco.editor.create(element, {
    model,
    ariaLabel: 'Code of the workflow. Control M toggles whether Tab moves the focus.',
    automaticLayout: true,
    fontFamily: getComputedStyle(element).getPropertyValue('--font-mono'),
    fontSize: 12,
    lineHeight: 18,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    wordBasedSuggestions: 'off',
    quickSuggestions: { other: true, strings: true, comments: false },
    tabCompletion: 'off',
    fixedOverflowWidgets: true,
    renderLineHighlight: 'line',
    padding: { top: 8, bottom: 8 },
    overviewRulerLanes: 2,
    wordWrap: 'on',
    wrappingIndent: 'same',
    // `dimmed` would make the number of the last empty line too faint to read.
    renderFinalNewline: 'on',
    stickyScroll: { enabled: false },
    'semanticHighlighting.enabled': false,
  });
  // In Monaco this key begins a sequence of two.
  const searchAll = getAction('search-all');
  editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyK, () => void searchAll.run(stores));
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

  const unbind = [
    bindText(editor, model, code, createTypingBursts()),
    bindProblems(editor, model, code, workflow),
    bindSelection(editor, model, code, view),
    offerNames(model, code, {
      document: () => workflow.getState().document,
      modelOffers: services.modelOffers,
      valuesFor: (taskPath) => services.documents.textNames(findTextPlace(stores, taskPath)),
    }),
    ...(notation === 'yaml' ? [bindVerdicts(editor, model, stores)] : []),
    ...(notation === 'xml' ? [offerXml(model), getXmlStore(stores).actions.show()] : []),
    unfollowTheme,
  ];
  return () => {
    for (const stop of unbind) stop();
    editor.dispose();
    model.dispose();
  };
}

let mounted = 0;

/** The schema of workflows goes by the name of the file. */
function createUri(notation: CodeNotation): monaco.Uri {
  mounted += 1;
  return monaco.Uri.parse(`heddle://text/${mounted}.heddle.${notation}`);
}

/** Draws the editor in the colours of the page, and follows their changes. */
export function followTheme(root: HTMLElement): () => void {
  const apply = (): void => {
    monaco.editor.defineTheme('heddle', buildThemeFromTokens(root));
    monaco.editor.setTheme('heddle');
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
