import type { editor } from 'monaco-editor/esm/vs/editor/editor.api.js';

/** The colours of the editor, each with its token. */
const colours = {
  'editor.background': '--panel',
  'editor.foreground': '--text',
  'editorCursor.foreground': '--text',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text',
  'editor.lineHighlightBackground': '--hover',
  'editor.selectionBackground': '--accent-line',
  'editor.inactiveSelectionBackground': '--pressed',
  'editor.wordHighlightBackground': '--pressed',
  'editor.findMatchBackground': '--st-paused-line',
  'editor.findMatchHighlightBackground': '--st-paused-soft',
  // Brackets have the colour of all other punctuation, at every depth.
  'editorBracketHighlight.foreground1': '--text-3',
  'editorBracketHighlight.foreground2': '--text-3',
  'editorBracketHighlight.foreground3': '--text-3',
  'editorBracketMatch.background': '--pressed',
  'editorBracketMatch.border': '--line-field',
  'editorIndentGuide.background1': '--line',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorError.foreground': '--st-failed-solid',
  'editorWarning.foreground': '--st-paused-solid',
  'editorOverviewRuler.errorForeground': '--st-failed-solid',
  'editorOverviewRuler.warningForeground': '--st-paused-solid',
  'editorLightBulb.foreground': '--st-paused-solid',
  'editorLightBulbAutoFix.foreground': '--accent',
  'editorWidget.background': '--overlay',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--line',
  'editorSuggestWidget.background': '--overlay',
  'editorSuggestWidget.border': '--line',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.selectedBackground': '--accent-soft',
  'editorSuggestWidget.selectedForeground': '--text',
  'editorSuggestWidget.highlightForeground': '--accent-text',
  'editorSuggestWidget.focusHighlightForeground': '--accent-text',
  'editorHoverWidget.background': '--overlay',
  'editorHoverWidget.border': '--line',
  'input.background': '--panel',
  'input.foreground': '--text',
  'input.border': '--line-field',
  'menu.background': '--overlay',
  'menu.foreground': '--text',
  'menu.selectionBackground': '--accent-soft',
  'menu.selectionForeground': '--text',
  'list.hoverBackground': '--hover',
  'list.activeSelectionBackground': '--accent-soft',
  'list.activeSelectionForeground': '--text',
  'textLink.foreground': '--accent-text',
  focusBorder: '--accent',
  'scrollbarSlider.background': '--line-strong',
  'scrollbarSlider.hoverBackground': '--line-field',
  'scrollbarSlider.activeBackground': '--line-field',
  'scrollbar.shadow': '--line',
} as const;

/** The grammars' names of parts of the text, each with the token of its colour. `type` is a key. */
const parts = {
  '': '--text',
  type: '--accent-text',
  string: '--text',
  // Monaco's own theme has rules for these, which would otherwise win over the one above.
  'string.yaml': '--text',
  number: '--fam-script-text',
  keyword: '--fam-model-text',
  comment: '--text-3',
  operators: '--text-3',
  delimiter: '--text-3',
  tag: '--fam-loop-text',
  namespace: '--fam-loop-text',
  'tag.xml': '--accent-text',
  'delimiter.xml': '--text-3',
  'attribute.name.xml': '--fam-model-text',
  'attribute.value.xml': '--text-2',
  'comment.content.xml': '--text-3',
} as const;

/** The page's theme for Monaco, read from the current values of the tokens. */
export function buildThemeFromTokens(root: HTMLElement): editor.IStandaloneThemeData {
  const style = getComputedStyle(root);
  // A build may shorten `#ffffff`, and Monaco needs the long form.
  const value = (token: string): string =>
    style
      .getPropertyValue(token)
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return {
    base: style.colorScheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    colors: Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, value(token)])),
    rules: Object.entries(parts).map(([part, token]) => ({ token: part, foreground: value(token).slice(1) })),
  };
}
