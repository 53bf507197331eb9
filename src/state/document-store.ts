import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, toFailure } from '@/base/errors';
import type { Result } from '@/base/result';
import type { CheckedText } from '@/formats/checked-text';
import type { YamlSource } from '@/formats/yaml/yaml-source';
import {
  applyModelChange,
  applyTextEdits,
  type Change,
  invertChange,
  type ModelChange,
  type TextEdit,
} from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import { emptyDocument, taskIds, type WorkflowDocument } from '@/workflow/document';
import type { StoredWorkflow, WorkflowRepository } from '@/workflow/repository';
import { differenceOf, emptyHistory, type History, record, saveHistory } from './history';
import { reconcileDocument } from './reconcile-document';
import type { DocumentReader } from './services';

/** A command with its arguments filled in: what it makes of a document, or why it is refused. */
export type Command = (document: WorkflowDocument) => Result<ModelChange, { readonly message: string }>;

/**
 * How the document stands to the text. `current`: they say the same. `writing`: the document was edited, and the reader puts
 * this into the text. `reading`: the text was typed or undone, and is being read; edits wait. `broken`: the text does not
 * parse, the document is the last good one, and edits are refused.
 */
export type Sync = 'current' | 'writing' | 'reading' | 'broken';

/** How the text stands to the storage. */
export type Saved =
  | { readonly status: 'saved' | 'saving' | 'unsaved' }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The open workflow: its text, the document read from it, its problems, and its history. */
export interface DocumentState extends History {
  readonly id: string;
  readonly revision: number;
  readonly source: YamlSource;
  readonly document: WorkflowDocument;
  readonly sync: Sync;
  readonly diagnostics: readonly Diagnostic[];
  readonly saved: Saved;
}

/** What one can do with the open workflow. */
export interface DocumentActions {
  /** Opens a stored workflow in the place of the present one, which must have been saved. Resolves when it was read. */
  open(workflow: StoredWorkflow): Promise<void>;
  /**
   * Makes an edit. Changes with an equal `mark` that follow each other are one step of the history; without one the edit is a
   * step of its own. Resolves to the reason if it is refused.
   */
  dispatch(command: Command, label: string, mark?: string): Promise<{ readonly message: string } | undefined>;
  /** Takes over what was typed in the code editor. The editor is locked while `sync` is `writing`, so that edits fit. */
  type(edits: readonly TextEdit[], mark: string): void;
  /** Puts another text in the place of the present one, as one step of the history. Resolves when it was read. */
  replace(text: string, label: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Checks the text again, after something changed that its problems depend on, such as the known providers. */
  recheck(): Promise<void>;
  /** Resolves once document and text agree, or the text is broken. */
  settled(): Promise<void>;
  /** Saves what is not saved yet; called some time after each change. */
  save(): Promise<void>;
}

export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

const emptySource: YamlSource = { text: '', blocks: [] };

/** The part of the repository that the store needs. */
type Saver = Pick<WorkflowRepository, 'save'>;

const brokenText = 'The code has mistakes. Mend them in the code view; the canvas shows the last good state.';

/** Makes the store of the open workflow. */
export function createDocumentStore(reader: DocumentReader, saver: Saver): DocumentStore {
  const store = createStore<DocumentState>(() => ({
    id: '',
    revision: 0,
    source: emptySource,
    document: emptyDocument,
    sync: 'current',
    diagnostics: [],
    saved: { status: 'saved' },
    ...emptyHistory,
  }));
  let steps = 0;
  let writes = 0;
  let writing: Promise<void> = Promise.resolve();
  let reading: Promise<void> | undefined;
  let stale = false;
  let saving: Promise<void> = Promise.resolve();

  const fail = (error: unknown): void => store.setState({ saved: { status: 'failed', failure: toFailure(error) } });

  /** Has the text read, one reading at a time; what changes meanwhile is read after it. */
  const read = (): void => {
    stale = true;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
  };
  const readAll = async (): Promise<void> => {
    while (stale) {
      stale = false;
      await reader.read(store.getState().sync === 'reading').then(take, fail);
    }
  };

  /** Takes over what the reader found, unless the text has moved on since. */
  const take = ({ source, document, diagnostics }: CheckedText): void => {
    const state = store.getState();
    if (source.text !== state.source.text) return;
    if (state.sync !== 'reading') store.setState({ diagnostics });
    else if (document === undefined) store.setState({ sync: 'broken', diagnostics, source });
    else {
      if (state.document === emptyDocument) performance.mark('heddle.document');
      const next = reconcileDocument(state.document, document);
      store.setState({ sync: 'current', diagnostics, source, document: next });
    }
  };

  /** Puts a change of the document, which has been made, into the text and the history. */
  const write = async (model: ModelChange, label: string, mark: string): Promise<void> => {
    const before = store.getState().source;
    const { source, edits } = await reader.change(model);
    writes -= 1;
    const { past, future } = store.getState();
    const history = record({ past, future }, { label, mark, edits, model }, before.text);
    store.setState({ source, ...history, sync: writes === 0 ? 'current' : 'writing', saved: { status: 'unsaved' } });
    read();
  };

  const apply = (command: Command, label: string, mark: string): { readonly message: string } | undefined => {
    const { document } = store.getState();
    const result = command(document);
    if (!result.ok) return result.error;
    const model = result.value;
    if (model.tasks.size === 0 && !model.settings && !model.layout) return undefined;
    writes += 1;
    store.setState({ document: applyModelChange(document, model), sync: 'writing', saved: { status: 'unsaved' } });
    writing = writing.then(() => write(model, label, mark)).catch(fail);
    return undefined;
  };

  /** Replaces parts of the text; the document follows when it was read. */
  const retype = (edits: readonly TextEdit[]): void => {
    const { source } = store.getState();
    const text = applyTextEdits(source.text, edits);
    store.setState({ source: { text, blocks: [] }, sync: 'reading', saved: { status: 'unsaved' } });
    reader.edit(edits).catch(fail);
    read();
  };

  /** Replaces parts of the text, as a change of the history. */
  const typeIn = (edits: readonly TextEdit[], label: string, mark: string): void => {
    const { source, past, future } = store.getState();
    store.setState(record({ past, future }, { label, mark, edits }, source.text));
    retype(edits);
  };

  /** Goes one step through the history, `change` being already turned the right way. */
  const travel = (change: Change, history: History): void => {
    const { document, sync } = store.getState();
    if (change.model && sync === 'current') store.setState({ document: applyModelChange(document, change.model) });
    store.setState(history);
    retype(change.edits);
  };

  const actions: DocumentActions = {
    async open({ id, revision, text, history }) {
      const source = { text, blocks: [] };
      const { past, future } = history;
      store.setState({ id, revision, source, document: emptyDocument, diagnostics: [], past, future });
      store.setState({ sync: 'reading', saved: { status: 'saved' } });
      await reader.open(text);
      read();
      await reading;
    },
    async recheck() {
      await actions.settled();
      await reader.open(store.getState().source.text);
      read();
      await reading;
    },
    async dispatch(command, label, mark) {
      if (store.getState().sync === 'reading') await actions.settled();
      if (store.getState().sync === 'broken') return { message: brokenText };
      steps += 1;
      return apply(command, label, mark ?? `step ${steps}`);
    },
    type(edits, mark) {
      typeIn(edits, 'Edit code', mark);
    },
    async replace(text, label) {
      await actions.settled();
      const edits = differenceOf(store.getState().source.text, text);
      if (edits.length === 0) return;
      steps += 1;
      typeIn(edits, label, `step ${steps}`);
      await reading;
    },
    async undo() {
      await writing;
      const { past, future } = store.getState();
      const change = past.at(-1);
      if (change) travel(invertChange(change), { past: past.slice(0, -1), future: [...future, change] });
    },
    async redo() {
      await writing;
      const { past, future } = store.getState();
      const change = future.at(-1);
      if (change) travel(change, { past: [...past, change], future: future.slice(0, -1) });
    },
    async settled() {
      do {
        await writing;
        await reading;
      } while (writes > 0 || reading !== undefined);
    },
    save() {
      saving = saving.then(() => writing).then(() => saveNow(store, saver));
      return saving;
    },
  };
  return Object.assign(store, { actions });
}

async function saveNow(store: StoreApi<DocumentState>, saver: Saver): Promise<void> {
  const { id, source, document, past, future, revision, saved } = store.getState();
  if (saved.status === 'saved' || id === '') return;
  store.setState({ saved: { status: 'saving' } });
  try {
    const next = await saver.save({
      id,
      name: document.name ?? 'Untitled',
      taskCount: taskIds(document).length,
      text: source.text,
      history: saveHistory({ past, future }),
      basedOn: revision,
    });
    if (store.getState().id !== id) return;
    const unchanged = store.getState().source.text === source.text;
    store.setState({ revision: next, saved: { status: unchanged ? 'saved' : 'unsaved' } });
  } catch (error) {
    store.setState({ saved: { status: 'failed', failure: toFailure(error) } });
  }
}
