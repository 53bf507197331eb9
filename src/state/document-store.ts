import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, fromFailure, toFailure } from '@/base/errors';
import { err, ok, type Result } from '@/base/result';
import type { TextLines } from '@/formats/text-reading';
import { applyModelChange, isEmptyChange, type ModelChange, type TextEdit } from '@/workflow/change';
import { changeBetween } from '@/workflow/commands/change-between';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import { emptyDocument, taskIds, type WorkflowDocument } from '@/workflow/document';
import type { StoredWorkflow, WorkflowRepository } from '@/workflow/repository';
import { differenceOf, saveHistory } from './edit-history';
import type { DocumentReader } from './services';
import { emptySync, type ReaderCall, type SyncEvent, type Synced, step, takesEdits } from './text-sync';
import { editsSince, type Unsaved, unsavedOf } from './unsaved';

/** A command with its arguments filled in: the document that it makes of one, or why it is refused. */
export type EditCommand = (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>;

/** How the text stands to the storage. */
export type Saved =
  | { readonly status: 'saved' | 'saving' | 'unsaved' }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The open workflow: its text, the document read from it, its problems, and its history. */
export interface DocumentState extends Synced {
  readonly id: string;
  readonly revision: number;
  readonly saved: Saved;
}

/** What one can do with the open workflow. */
export interface DocumentActions {
  /** Opens a stored workflow in the place of the present one, which must have been saved. Resolves when it was read. */
  open(workflow: StoredWorkflow): Promise<void>;
  /** Makes again what was left unsaved, as steps of their own; `edits`: those of the text that is open. */
  resume(edits: readonly TextEdit[], left: Unsaved): Promise<void>;
  /** What is not stored yet; undefined: all is. */
  unsaved(): Unsaved | undefined;
  /**
   * Makes an edit. Changes with an equal `mark` that follow each other are one step of the history; without one the
   * edit is a step of its own. Resolves to what changed, or to the reason if it is refused.
   */
  dispatch(command: EditCommand, label: string, mark?: string): Promise<Result<ModelChange, EditRefusal>>;
  /** Takes over what was typed in the code editor: what makes the text that it shows out of the text here. */
  type(edits: readonly TextEdit[], mark: string): void;
  /** Puts another text in the place of the present one, as one step of the history. Resolves when it was read. */
  replace(text: string, label: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Checks the text again, after something changed that its problems depend on, such as the known providers. */
  recheck(): Promise<void>;
  /** Asks the reader once more, after it `failed`. */
  retry(): void;
  /** Resolves once document and text agree, or the text is broken. Rejects with what the reader said when it failed. */
  settled(): Promise<void>;
  /** Saves what is not saved yet; called some time after each change. */
  save(): Promise<void>;
  /**
   * Takes over what another tab has stored of the workflow. If there are edits here too, these are saved, which is
   * refused. Resolves to whether the text here is another now. Errors: those of `WorkflowRepository.load`.
   */
  catchUp(): Promise<boolean>;
  /** The task whose lines hold an offset of the text. */
  taskAt(offset: number): Promise<string | undefined>;
  /** The lines of an entry by its key: `name`, `tasks.review`. */
  linesOf(key: string): Promise<TextLines | undefined>;
}

export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

/** Texts of the open workflow that the storage has, or soon has. */
interface Stored {
  text: string;
  next: string | undefined;
  /** What an earlier visit left, whose last save may still arrive. */
  left?: Unsaved | undefined;
}

/** The part of the repository that the store needs. */
type Repository = Pick<WorkflowRepository, 'load' | 'save'>;

const brokenText = 'The code has mistakes. Fix them in the code view; the canvas shows the last good state.';
const failedText = 'The last edit did not get into the code. Try again, or undo it, at the top of the page.';

/** Makes the store of the open workflow. */
export function createDocumentStore(reader: DocumentReader, repository: Repository): DocumentStore {
  const store = createStore<DocumentState>(() => ({
    ...emptySync,
    id: '',
    revision: 0,
    saved: { status: 'saved' },
  }));
  let steps = 0;
  let reading = false;
  let stale = false;
  let saving: Promise<void> = Promise.resolve();
  /** The text of the revision, and the one that is being stored after it. */
  const stored: Stored = { text: '', next: undefined };

  const happens = (event: SyncEvent, also?: Partial<DocumentState>): void => {
    const before = store.getState();
    const { state, calls } = step(before, event);
    if (before.document === emptyDocument && state.document !== emptyDocument) performance.mark('heddle.document');
    const isEdited = state.text !== before.text || state.unwritten !== before.unwritten;
    store.setState({ ...state, saved: savedAfter(before, state, isEdited), ...also });
    for (const call of calls) ask(call);
  };

  /** Calls the reader, and takes its answer unless another text was given to it meanwhile. */
  const ask = (call: ReaderCall): void => {
    const { opening } = tries;
    const take = (event: SyncEvent) => opening === tries.opening && happens(event);
    const refuse = (error: unknown) => {
      if (opening !== tries.opening) return;
      // What was asked of it meanwhile is of no use without this.
      tries.opening += 1;
      happens({ kind: 'refused', failure: toFailure(error) });
    };
    switch (call.call) {
      case 'open':
        reader.open(call.text).catch(refuse);
        return;
      case 'edit':
        reader.edit(call.edits).catch(refuse);
        return;
      case 'change':
        reader.change(call.model).then((edits) => take({ kind: 'written', edits }), refuse);
        return;
      case 'read':
        read();
    }
  };
  const tries = { opening: 0 };

  /** Has the text read, one reading at a time; what changes meanwhile is read after it. */
  const read = (): void => {
    stale = true;
    if (reading) return;
    reading = true;
    void readAll().finally(() => {
      reading = false;
      // So that those who wait for it are told.
      store.setState({});
    });
  };
  const readAll = async (): Promise<void> => {
    while (stale) {
      stale = false;
      const { version, taken } = store.getState();
      const { opening } = tries;
      try {
        const found = await reader.read(taken);
        if (opening === tries.opening) happens({ kind: 'read', version, reading: found });
      } catch (error) {
        if (opening !== tries.opening) continue;
        tries.opening += 1;
        happens({ kind: 'refused', failure: toFailure(error) });
      }
    }
  };

  /** Resolves once the state is as wanted, which is looked at after each change. */
  const until = (isWanted: (state: DocumentState) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isWanted(store.getState())) return resolve();
      const leave = store.subscribe((state) => {
        if (!isWanted(state)) return;
        leave();
        resolve();
      });
    });
  const isSettled = ({ sync }: DocumentState): boolean =>
    sync === 'failed' || (sync !== 'writing' && sync !== 'reading' && !reading);

  const actions: DocumentActions = {
    async open({ id, revision, text, history }) {
      tries.opening += 1;
      stored.text = text;
      stored.left = undefined;
      happens({ kind: 'opened', text, history }, { id, revision, saved: { status: 'saved' } });
      await until(isSettled);
    },
    async resume(edits, left) {
      stored.left = left;
      if (edits.length > 0)
        happens({ kind: 'typed', edits, label: 'Edits before the reload', mark: 'before the reload' });
      await until(isSettled);
      for (const write of left.unwritten) {
        const document = applyModelChange(store.getState().document, write.model);
        happens({ kind: 'edited', document, ...write });
      }
      await until(isSettled);
    },
    unsaved() {
      const { saved, revision, id, ...state } = store.getState();
      if (saved.status === 'saved' || id === '') return undefined;
      return unsavedOf(state, revision, stored.text, stored.next);
    },
    async recheck() {
      await until(isSettled);
      happens({ kind: 'reopened' });
      await until(isSettled);
    },
    async dispatch(command, label, mark) {
      await until(({ sync }) => sync !== 'reading');
      const state = store.getState();
      if (!takesEdits(state)) return err({ message: state.sync === 'broken' ? brokenText : failedText });
      const made = command(state.document);
      if (!made.ok) return made;
      const model = changeBetween(state.document, made.value);
      if (isEmptyChange(model)) return ok(model);
      steps += 1;
      happens({ kind: 'edited', document: made.value, model, label, mark: mark ?? `step ${steps}` });
      return ok(model);
    },
    type(edits, mark) {
      happens({ kind: 'typed', edits, label: 'Edit code', mark });
    },
    async replace(text, label) {
      await actions.settled();
      const edits = differenceOf(store.getState().text, text);
      if (edits.length === 0) return;
      steps += 1;
      happens({ kind: 'typed', edits, label, mark: `step ${steps}` });
      await actions.settled();
    },
    async undo() {
      await until(({ sync }) => sync !== 'writing');
      happens({ kind: 'undone' });
    },
    async redo() {
      await until(({ sync }) => sync !== 'writing');
      happens({ kind: 'redone' });
    },
    retry() {
      tries.opening += 1;
      happens({ kind: 'retried' });
    },
    async settled() {
      await until(isSettled);
      const { refused } = store.getState();
      if (refused !== undefined) throw fromFailure(refused);
    },
    save() {
      saving = saving.then(() => saveNow(store, repository, stored, until));
      return saving;
    },
    async catchUp() {
      await saving;
      const { id, revision } = store.getState();
      const other = id === '' ? undefined : await repository.load(id);
      const now = store.getState();
      if (other === undefined || now.id !== id || now.revision !== revision || other.revision <= revision) return false;
      if (now.saved.status !== 'saved' || now.sync === 'failed') {
        await actions.save();
        return false;
      }
      stored.text = other.text;
      happens(
        { kind: 'followed', text: other.text, history: other.history },
        { revision: other.revision, saved: { status: 'saved' } },
      );
      await until(isSettled);
      return true;
    },
    async taskAt(offset) {
      const lines = await reader.find(offset);
      return lines?.key.slice('tasks.'.length);
    },
    linesOf: (key) => reader.find(key),
  };
  return Object.assign(store, { actions });
}

/** How the text stands to the storage after an event. */
function savedAfter(before: DocumentState, { refused, unwritten }: Synced, isEdited: boolean): Saved {
  if (refused !== undefined && unwritten.length > 0) return { status: 'failed', failure: refused };
  const isMended = before.refused !== undefined && before.unwritten.length > 0;
  return isEdited || isMended ? { status: 'unsaved' } : before.saved;
}

/** Saves the text once all edits are in it. What never got there is not called saved. */
async function saveNow(
  store: StoreApi<DocumentState>,
  repository: Repository,
  stored: Stored,
  until: (isWanted: (state: DocumentState) => boolean) => Promise<void>,
): Promise<void> {
  await until(({ sync }) => sync !== 'writing');
  const { id, text, document, past, future, revision, saved, unwritten } = store.getState();
  // The text without the last edit is not what the person sees, so it is not saved as if it were.
  if (saved.status === 'saved' || id === '' || unwritten.length > 0) return;
  store.setState({ saved: { status: 'saving' } });
  stored.next = text;
  try {
    const next = await repository.save({
      id,
      name: document.name ?? 'Untitled',
      taskCount: taskIds(document).length,
      text,
      history: saveHistory({ past, future }),
      basedOn: revision,
    });
    const now = store.getState();
    if (now.id !== id) return;
    stored.text = text;
    stored.left = undefined;
    const isAll = now.text === text && now.unwritten.length === 0;
    store.setState({ revision: next, saved: { status: isAll ? 'saved' : 'unsaved' } });
  } catch (error) {
    const arrived = await lastSave(repository, id, revision, stored).catch(() => undefined);
    if (store.getState().id !== id) return;
    if (arrived === undefined) return store.setState({ saved: { status: 'failed', failure: toFailure(error) } });
    stored.text = arrived.text;
    stored.left = undefined;
    store.setState({ revision: arrived.revision, saved: { status: 'unsaved' } });
  } finally {
    stored.next = undefined;
  }
}

/** The save that was on its way when the page was left, if it arrived after the workflow was opened again. */
async function lastSave(
  repository: Repository,
  id: string,
  revision: number,
  { left }: Stored,
): Promise<StoredWorkflow | undefined> {
  const now = left && (await repository.load(id));
  return now && now.revision > revision && editsSince(left, now.revision, now.text) ? now : undefined;
}
