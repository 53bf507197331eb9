import type { WritingLanguage } from '@/state/view-store';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import { checkExpression } from '@/workflow/expressions/cel';
import { functionList } from '@/workflow/expressions/function-list';
import { completeFunction, findFunctionPlace, listFunctionOffers } from '@/workflow/expressions/function-offers';
import { parseTemplate } from '@/workflow/expressions/template';
import { followTheme } from '../code/mount-editor';
import { openReferenceAt } from '../inspectors/references/complete-reference';
import type { ScopeName } from '../inspectors/references/names-in-scope';
import { splitReferences } from '../inspectors/references/split-references';
import {
  describeValue,
  formatShortValue,
  type KnownValues,
  listExpressionOffers,
  listTemplateOffers,
  type NameOffer,
} from './name-offers';
import { languageIds, monaco } from './text-languages';

/** What the editor is told while it is open. */
export interface TextSurroundings {
  readonly names: readonly ScopeName[];
  readonly known: KnownValues;
  /** The problem that the checks of the document found in the text. */
  readonly problem: string | undefined;
}

/** A mounted editor of one text. */
export interface MountedText {
  /** Replaces the text, without an event. */
  show(text: string): void;
  surround(next: TextSurroundings): void;
  /** Puts a text at the cursor, as if it were typed. */
  insert(text: string): void;
  focus(): void;
  find(): void;
  dispose(): void;
}

interface MountOptions {
  readonly text: string;
  readonly language: WritingLanguage;
  readonly label: string;
  readonly locked: boolean;
  readonly onChange: (text: string) => void;
  readonly onCursor: (line: number, column: number) => void;
  readonly onUndo: (isRedo: boolean) => void;
  /** A name of a task was chosen that has to be connected. */
  readonly onConnect: (ends: Ends) => void;
  readonly onDone: () => void;
}

let mounted = 0;

/** Mounts the large editor in an element. */
export function mountText(element: HTMLElement, options: MountOptions): MountedText {
  const { text, language, label, locked, onChange, onCursor, onUndo, onConnect, onDone } = options;
  const unfollowTheme = followTheme(document.documentElement);
  mounted += 1;
  const ending = language === 'schema' ? 'schema.json' : 'text';
  const uri = monaco.Uri.parse(`heddle://text/${mounted}.${ending}`);
  const model = monaco.editor.createModel(text, languageIds[language], uri);
  model.updateOptions({ tabSize: 2, insertSpaces: true });
  const editor = monaco.editor.create(element, {
    model,
    ariaLabel: `${label}. Control M toggles whether Tab moves the focus.`,
    readOnly: locked,
    automaticLayout: true,
    fontFamily: getComputedStyle(element).getPropertyValue('--font-mono'),
    fontSize: 12,
    lineHeight: 20,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    wordBasedSuggestions: 'off',
    quickSuggestions: { other: true, strings: true, comments: false },
    wordWrap: 'on',
    padding: { top: 10, bottom: 10 },
    lineNumbersMinChars: 3,
    folding: language === 'schema' || language === 'json',
    overviewRulerLanes: 1,
    renderLineHighlight: 'none',
    stickyScroll: { enabled: false },
    unicodeHighlight: { ambiguousCharacters: false },
    'semanticHighlighting.enabled': false,
  });
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  let around: TextSurroundings = { names: [], known: { values: new Map() }, problem: undefined };
  let quiet = false;
  const connects = editor.addCommand(0, (_services, ends: Ends) => onConnect(ends)) ?? '';

  const mark = (): void => monaco.editor.setModelMarkers(model, 'heddle', findTextProblems(model, language, around));
  const subscriptions = [
    model.onDidChangeContent(() => {
      mark();
      if (!quiet) onChange(model.getValue());
    }),
    editor.onDidChangeCursorPosition(({ position }) => onCursor(position.lineNumber, position.column)),
    ...registerHelpers(model, language, connects, () => around),
  ];
  const { KeyMod, KeyCode } = monaco;
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, () => onUndo(false));
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, () => onUndo(true));
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, () => onUndo(true));
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyE, onDone);
  editor.setPosition(model.getPositionAt(text.length));
  mark();
  return {
    show: (next) => {
      if (next === model.getValue()) return;
      quiet = true;
      model.applyEdits([{ range: model.getFullModelRange(), text: next }]);
      quiet = false;
    },
    surround: (next) => {
      around = next;
      mark();
    },
    insert: (inserted) => {
      editor.trigger('heddle', 'type', { text: inserted });
      editor.focus();
    },
    focus: () => editor.focus(),
    find: () => void editor.getAction('actions.find')?.run(),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
      unfollowTheme();
      editor.dispose();
      model.dispose();
    },
  };
}

/** Whether Esc closes something inside the editor first. */
export function isKeepingEscape(element: HTMLElement | null): boolean {
  return (
    element?.querySelector('.suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible') != null
  );
}

function registerHelpers(
  model: monaco.editor.ITextModel,
  language: WritingLanguage,
  connects: string,
  around: () => TextSurroundings,
): readonly monaco.IDisposable[] {
  if (language !== 'template' && language !== 'expression') return [];
  const id = languageIds[language];
  const completion = monaco.languages.registerCompletionItemProvider(id, {
    triggerCharacters: language === 'template' ? ['{', '.'] : ['.', '(', ' '],
    provideCompletionItems: (asked, position) => {
      if (asked !== model) return { suggestions: [] };
      const suggestions =
        language === 'template'
          ? listTemplateItems(model, position, around(), connects)
          : listExpressionItems(model, position, around(), connects);
      return { suggestions };
    },
  });
  const hover = monaco.languages.registerHoverProvider(id, {
    provideHover: (asked, position) => (asked === model ? findHover(model, position, language, around()) : undefined),
  });
  return language === 'template' ? [completion, hover] : [completion, hover, registerSignatures(model, id)];
}

function buildItem(
  offer: NameOffer,
  range: monaco.IRange,
  index: number,
  closing: string,
  connects: string,
): monaco.languages.CompletionItem {
  const { text, detail, value, of } = offer;
  return {
    label: { label: text, description: formatShortValue(value, 40) || detail },
    detail: value === undefined ? detail : `${detail} · ${describeValue(value)}`,
    documentation: value?.start ?? '',
    range,
    kind: monaco.languages.CompletionItemKind.Variable,
    insertText: `${text}${closing}`,
    filterText: text,
    sortText: `${of.connects === undefined ? '!' : '~~'}${String(index).padStart(6, '0')}`,
    ...(of.connects === undefined ? {} : { command: { id: connects, title: '', arguments: [of.connects] } }),
  };
}

function listTemplateItems(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  { names, known }: TextSurroundings,
  connects: string,
): monaco.languages.CompletionItem[] {
  const line = model.getLineContent(position.lineNumber);
  const place = openReferenceAt(line, position.column - 1);
  if (place === undefined) return [];
  const after = line.slice(position.column - 1);
  const rest = /^[A-Za-z0-9_.-]*\s*(?=\}\})/.exec(after)?.[0] ?? '';
  const range = {
    startLineNumber: position.lineNumber,
    endLineNumber: position.lineNumber,
    startColumn: place.from + 1,
    endColumn: position.column + rest.length,
  };
  const closing = after.slice(rest.length).startsWith('}}') ? '' : '}}';
  return listTemplateOffers(names, known).map((offer, index) => buildItem(offer, range, index, closing, connects));
}

function listExpressionItems(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  { names, known }: TextSurroundings,
  connects: string,
): monaco.languages.CompletionItem[] {
  const before = model.getValueInRange({
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: position.lineNumber,
    endColumn: position.column,
  });
  const path = /[A-Za-z_][\w.]*$/.exec(before)?.[0] ?? '';
  const buildRange = (length: number) => ({
    startLineNumber: position.lineNumber,
    endLineNumber: position.lineNumber,
    startColumn: position.column - length,
    endColumn: position.column,
  });
  const named = listExpressionOffers(names, known).map((offer, index) =>
    buildItem(offer, buildRange(path.length), index, '', connects),
  );
  const place = findFunctionPlace(before);
  const functions = place === undefined ? [] : listFunctionOffers({ ...place, typed: '' });
  const called = functions.map((found, index): monaco.languages.CompletionItem => {
    const at = place ?? { typed: '' };
    const { inserted } = completeFunction(at.typed, at.typed.length, at, found);
    const isEmpty = found.call.endsWith('()');
    return {
      label: { label: inserted.replace(/\(\)$/, ''), description: found.about },
      detail: `${found.on === undefined ? '' : `${found.on}.`}${found.call}`,
      documentation: found.about,
      range: buildRange(at.typed.length),
      kind: monaco.languages.CompletionItemKind.Function,
      insertText: isEmpty ? inserted : inserted.replace(/\(\)$/, '($0)'),
      insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
      sortText: `~${String(index).padStart(6, '0')}`,
      ...(isEmpty ? {} : { command: { id: 'editor.action.triggerParameterHints', title: '' } }),
    };
  });
  return [...named, ...called];
}

function registerSignatures(model: monaco.editor.ITextModel, id: string): monaco.IDisposable {
  return monaco.languages.registerSignatureHelpProvider(id, {
    signatureHelpTriggerCharacters: ['(', ','],
    provideSignatureHelp: (asked, position) => {
      if (asked !== model) return undefined;
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
      const call = callAtEnd(before);
      const found = call === undefined ? [] : functionList.filter(({ name }) => name === call.name);
      if (call === undefined || found.length === 0) return undefined;
      const signaturesOf = found.map(({ on, call: how, about }) => ({
        label: `${on === undefined ? '' : `${on}.`}${how}`,
        documentation: about,
        parameters: (/\((.*)\)/.exec(how)?.[1] ?? '')
          .split(', ')
          .filter((one) => one !== '')
          .map((parameter) => ({ label: parameter })),
      }));
      return {
        value: { signatures: signaturesOf, activeSignature: 0, activeParameter: call.argument },
        dispose: () => undefined,
      };
    },
  });
}

/** The call whose brackets are open at the end of a text, and which of its arguments is being written. */
export function callAtEnd(before: string): { readonly name: string; readonly argument: number } | undefined {
  const text = before.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, (quoted) => '_'.repeat(quoted.length));
  let depth = 0;
  let argument = 0;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text[index] ?? '';
    if (')]}'.includes(character)) depth += 1;
    else if (character === ',' && depth === 0) argument += 1;
    else if ('([{'.includes(character)) {
      if (depth > 0) depth -= 1;
      else {
        const name = character === '(' ? /([A-Za-z_]\w*)\s*$/.exec(text.slice(0, index))?.[1] : undefined;
        return name === undefined ? undefined : { name, argument };
      }
    }
  }
  return undefined;
}

function findHover(
  model: monaco.editor.ITextModel,
  { lineNumber, column }: monaco.Position,
  language: WritingLanguage,
  { names, known }: TextSurroundings,
): monaco.languages.Hover | undefined {
  const line = model.getLineContent(lineNumber);
  const offers = language === 'template' ? listTemplateOffers(names, known) : listExpressionOffers(names, known);
  const written = language === 'template' ? /\{\{\s*([^{}]*?)\s*\}\}/g : /[A-Za-z_][\w.[\]"]*/g;
  for (const match of line.matchAll(written)) {
    const from = match.index + 1;
    const to = from + match[0].length;
    if (column < from || column > to) continue;
    const text = match[1] ?? match[0];
    const found = offers.find((offer) => offer.text === text);
    if (found === undefined) return undefined;
    const { value, detail } = found;
    const words = value === undefined ? [] : [describeValue(value)];
    const contents = [{ value: `**${text}**` }, { value: [detail, ...words].join(' · ') }];
    const shown = value === undefined ? [] : [{ value: `~~~\n${value.start.replaceAll('~~~', '')}\n~~~` }];
    const range = { startLineNumber: lineNumber, endLineNumber: lineNumber, startColumn: from, endColumn: to };
    return { range, contents: [...contents, ...shown] };
  }
  return undefined;
}

function findTextProblems(
  model: monaco.editor.ITextModel,
  language: WritingLanguage,
  { names, problem }: TextSurroundings,
): monaco.editor.IMarkerData[] {
  const text = model.getValue();
  const found = listOwnProblems(text, language, names);
  const all = found.length > 0 || problem === undefined ? found : [{ message: problem, from: 0, to: text.length }];
  return all.map(({ message, from, to }) => {
    const [start, end] = [model.getPositionAt(from), model.getPositionAt(Math.max(to, from + 1))];
    return {
      severity: monaco.MarkerSeverity.Error,
      message,
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    };
  });
}

interface TextProblem {
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** The problems whose place in the text is known. */
function listOwnProblems(text: string, language: WritingLanguage, names: readonly ScopeName[]): readonly TextProblem[] {
  if (language === 'template') {
    const parsed = parseTemplate(text);
    if (!parsed.ok) return [{ message: parsed.error.message, from: parsed.error.at, to: text.length }];
    const inScope = new Set(names.flatMap(({ name, connects }) => (connects === undefined ? [name] : [])));
    let from = 0;
    return splitReferences(text, (name) => inScope.has(name)).flatMap((piece) => {
      const start = from;
      from += piece.text.length;
      if (piece.kind !== 'unknown') return [];
      return [{ message: `There is no ${piece.text} here.`, from: start, to: from }];
    });
  }
  if (language !== 'expression' || text.trim() === '') return [];
  const given = names.filter(({ kind }) => kind === 'binding').map(({ name }) => name);
  const checked = checkExpression(text, ['tasks', 'inputs', 'variables', 'output', 'content', 'status', ...given]);
  if (checked.ok) return [];
  const { message, at } = checked.error;
  return at === undefined ? [] : [{ message, from: at, to: text.length }];
}
