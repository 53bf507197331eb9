import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, toFailure } from '@/base/errors';
import type { Result } from '@/base/result';
import type { CheckedText } from '@/formats/checked-text';
import { editYaml } from '@/formats/yaml/edit-yaml';
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
import { emptyHistory, type History, record, saveHistory } from './history';
import { reconcileDocument } from './reconcile-document';
import type { DocumentReader } from './services';

/** A command with its arguments filled in: what it makes of a document, or why it is refused. */
export type Command = (document: WorkflowDocument) => Result<ModelChange, { readonly message: string }>;

/**
 * How the document stands to the text. `current`: they say the same. `reading`: the text was typed or an undo is being
 * read again; commands wait. `broken`: the text does not parse, the document is the last good one, and commands are refused.
 */
export type Sync = 'current' | 'reading' | 'broken';

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
  /** Takes over what was typed in the code editor. */
  type(edits: readonly TextEdit[], mark: string): void;
  undo(): void;
  redo(): void;
  /** Resolves once document and text agree, or the text is broken. */
  settled(): Promise<void>;
  /** Saves what is not saved yet; called some time after each change. */
  save(): Promise<void>;
}

export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

/** The part of the repository that the store needs. */
type Saver = Pick<WorkflowRepository, 'save'>;

const brokenText = 'The code does not parse. Mend it in the code view; the canvas shows the last good state.';

/** Makes the store of the open workflow. */
export function createDocumentStore(reader: DocumentReader, saver: Saver): DocumentStore {
  const store = createStore<DocumentState>(() => ({
    id: '',
    revision: 0,
    source: { text: '', blocks: [] },
    document: emptyDocument,
    sync: 'current',
    diagnostics: [],
    saved: { status: 'saved' },
    ...emptyHistory,
  }));
  let steps = 0;
  let reading: Promise<void> = Promise.resolve();
  let saving: Promise<void> = Promise.resolve();

  /** Takes over what the reader found, unless the text has moved on since. `wanted`: the document was asked for. */
  const take = (checked: CheckedText, wanted: boolean): void => {
    const { source, document } = store.getState();
    if (checked.source.text !== source.text) return;
    const { diagnostics } = checked;
    if (!wanted) store.setState({ diagnostics, source: checked.source });
    else if (checked.document === undefined) store.setState({ sync: 'broken', diagnostics, source: checked.source });
    else {
      const next = reconcileDocument(document, checked.document);
      store.setState({ sync: 'current', diagnostics, source: checked.source, document: next });
    }
  };

  const read = (answer: Promise<CheckedText>, wanted: boolean): void => {
    reading = answer.then(
      (checked) => take(checked, wanted),
      (error: unknown) => store.setState({ saved: { status: 'failed', failure: toFailure(error) } }),
    );
  };

  /** Makes a change whose edits fit the present text; `known` is what it gives, where that is known without reading. */
  const commit = (change: Change, known: { document: WorkflowDocument; source: YamlSource } | undefined): void => {
    const { source } = store.getState();
    const next = known ?? { source: { text: applyTextEdits(source.text, change.edits), blocks: [] } };
    store.setState({ ...next, sync: known ? 'current' : 'reading', saved: { status: 'unsaved' } });
    read(reader.edit(change.edits, known === undefined), known === undefined);
  };

  /** Goes one step through the history, `change` being already turned the right way. */
  const travel = (change: Change, history: History): void => {
    const { document, sync } = store.getState();
    commit(change, undefined);
    const shown = change.model && sync === 'current' ? { document: applyModelChange(document, change.model) } : {};
    store.setState({ ...history, ...shown });
  };

  const apply = (command: Command, label: string, mark: string): { message: string } | undefined => {
    const { document, source, past, future } = store.getState();
    const result = command(document);
    if (!result.ok) return result.error;
    const { tasks, settings, layout } = result.value;
    if (tasks.size === 0 && !settings && !layout) return undefined;
    const edited = editYaml(source, result.value);
    const change: Change = { label, mark, edits: edited.edits, model: result.value };
    commit(change, { document: applyModelChange(document, result.value), source: edited.source });
    store.setState(record({ past, future }, change, source.text));
    return undefined;
  };

  const actions: DocumentActions = {
    async open(workflow) {
      const { past, future } = workflow.history;
      store.setState({
        id: workflow.id,
        revision: workflow.revision,
        source: { text: workflow.text, blocks: [] },
        document: emptyDocument,
        sync: 'reading',
        diagnostics: [],
        saved: { status: 'saved' },
        past,
        future,
      });
      read(reader.open(workflow.text), true);
      await reading;
    },
    async dispatch(command, label, mark) {
      if (store.getState().sync === 'reading') await actions.settled();
      if (store.getState().sync === 'broken') return { message: brokenText };
      steps += 1;
      return apply(command, label, mark ?? `step ${steps}`);
    },
    type(edits, mark) {
      const { source, past, future } = store.getState();
      const change: Change = { label: 'Edit code', mark, edits };
      commit(change, undefined);
      store.setState(record({ past, future }, change, source.text));
    },
    undo() {
      const { past, future } = store.getState();
      const change = past.at(-1);
      if (change) travel(invertChange(change), { past: past.slice(0, -1), future: [...future, change] });
    },
    redo() {
      const { past, future } = store.getState();
      const change = future.at(-1);
      if (change) travel(change, { past: [...past, change], future: future.slice(0, -1) });
    },
    async settled() {
      for (let seen: Promise<void> | undefined; seen !== reading; ) {
        seen = reading;
        await seen;
      }
    },
    save() {
      saving = saving.then(() => saveNow(store, saver));
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
