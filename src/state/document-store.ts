import { createStore, type StoreApi } from 'zustand/vanilla';
import { fromFailure, toFailure } from '@/base/errors';
import { err, ok, type Result } from '@/base/result';
import type { TextLines } from '@/formats/text-reading';
import { applyModelChange, isEmptyChange, type ModelChange, type TextEdit } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import { emptyDocument, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import type { DocumentPart, LargeDocument } from '@/workflow/document-parts';
import type { StoredWorkflow } from '@/workflow/repository';
import type { DocumentState, Saved } from './document-state';
import { computeDifference, createMark } from './edit-history';
import { type SavedTexts, saveNow, type TextRepository } from './save-text';
import type { DocumentReader } from './services';
import {
  emptySync,
  isTakingEdits,
  type ReaderCall,
  type Stepped,
  type SyncEvent,
  type Synced,
  stepSync,
} from './text-sync';
import { buildUnsaved, type Unsaved } from './unsaved';

/** A command with its arguments bound: returns the new document, or why it is refused. */
export type EditCommand = (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>;

/** Actions on the open workflow. */
export interface DocumentActions {
  /**
   * Opens a workflow instead of the present one, which must have been saved. A new one, of revision 0, is unsaved.
   * Resolves once it is read.
   */
  open(workflow: Pick<StoredWorkflow, 'id' | 'revision' | 'text' | 'history'>): Promise<void>;
  /** Restores unsaved edits as separate steps; `edits`: those of the text that is open. */
  resume(edits: readonly TextEdit[], left: Unsaved): Promise<void>;
  /** The unsaved state; undefined: everything is saved. */
  unsaved(): Unsaved | undefined;
  /**
   * Makes an edit. Consecutive changes with the same `mark` are one step of the history; without a mark the edit is a
   * separate step. Resolves to the change, or to the reason if it is refused.
   */
  dispatch(command: EditCommand, label: string, mark?: string): Promise<Result<ModelChange, EditRefusal>>;
  /** Applies edits typed in the code editor: those from the text in this store to the text in the editor. */
  type(edits: readonly TextEdit[], mark: string): void;
  /** Replaces the text, as one step of the history. Resolves once it is read. */
  replace(text: string, label: string): Promise<void>;
  /**
   * Applies edits that were made for this text, as one step of the history. Resolves to whether it was still the text,
   * once it is read.
   */
  rewrite(text: string, edits: readonly TextEdit[], label: string): Promise<boolean>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Checks the text again, after something that its problems depend on has changed, such as the known providers. */
  recheck(): Promise<void>;
  /** Starts the reader again after it `failed`. */
  retry(): void;
  /**
   * Resolves once document and text agree, or the text does not parse. Rejects with the reader's error if it failed.
   */
  settled(): Promise<void>;
  /** Saves what is not saved yet; called some time after each change. */
  save(): Promise<void>;
  /**
   * Applies what another tab has saved of the workflow. If there are edits here too, they are saved instead, which is
   * refused. Resolves to whether the text changed. Errors: those of `WorkflowRepository.load`.
   */
  catchUp(): Promise<boolean>;
  /** The task whose lines contain an offset of the text. */
  taskAt(offset: number): Promise<string | undefined>;
  /** The lines of an entry by its key: `name`, `tasks.review`. */
  linesOf(key: string): Promise<TextLines | undefined>;
}

export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

const brokenText = 'The code has mistakes. Fix them in the code view; the canvas shows the last good state.';
const failedText = 'The last edit did not get into the code. Try again, or undo it, at the top of the page.';

/** Puts a large document together from its parts; undefined if one is not there any more. */
type Gather = (
  large: LargeDocument,
  partAt: (index: number) => Promise<DocumentPart | undefined>,
) => Promise<WorkflowDocument | undefined>;

/** Derives what is drawn of a document before it is shown, while the page answers; undefined: that takes no time. */
type Prepare = (next: WorkflowDocument) => Promise<void> | undefined;

/** Tells the person in which entries an alias was written out, as they may not share a part any more. */
type TellWrittenOut = (keys: readonly string[]) => void;

/** Makes the store of the open workflow. */
export function createDocumentStore(
  reader: DocumentReader,
  repository: TextRepository,
  gather: Gather,
  prepare: Prepare = () => undefined,
  tellWrittenOut: TellWrittenOut = () => undefined,
): DocumentStore {
  const store = createStore<DocumentState>(() => ({
    ...emptySync,
    id: '',
    revision: 0,
    saved: { status: 'saved' },
  }));
  /** The newest command. An undo that is asked for meanwhile takes that back, not the edit before it. */
  let lastDispatched: Promise<unknown> = Promise.resolve();
  /** An edit that is not shown yet. Those after it wait, so that each is made of the document that it leaves. */
  let preparing: Promise<void> | undefined;
  let saving: Promise<void> = Promise.resolve();
  /** The text of the stored revision, and the one being saved after it. */
  const stored: SavedTexts = { text: '', next: undefined };

  const handle = (event: SyncEvent, also?: Partial<DocumentState>): void => {
    const before = store.getState();
    showStep(before, stepSync(before, event), also);
  };
  const showStep = (before: DocumentState, { state, calls }: Stepped, also?: Partial<DocumentState>): void => {
    if (before.document === emptyDocument && state.document !== emptyDocument) performance.mark('heddle.document');
    const isEdited = state.text !== before.text || state.unwritten !== before.unwritten;
    store.setState({ ...state, saved: computeSaved(before, state, isEdited), ...also });
    for (const call of calls) askReader(call);
  };

  /** Calls the reader, and uses its answer unless another text was opened in the meantime. */
  const askReader = (call: ReaderCall): void => {
    const { opening } = tries;
    const { taken } = store.getState();
    const takeAnswer = (event: SyncEvent) => opening === tries.opening && handle(event);
    const refuseAnswer = (error: unknown) => {
      if (opening !== tries.opening) return;
      // Answers to other calls are useless after this failure.
      tries.opening += 1;
      handle({ kind: 'refused', failure: toFailure(error) });
    };
    switch (call.call) {
      case 'open':
        reader.open(call.text).catch(refuseAnswer);
        return;
      case 'edit':
        reader.edit(call.edits, call.model && { change: call.model, taken }).catch(refuseAnswer);
        return;
      case 'change':
        reader.change({ change: call.model, taken }).then(({ edits, writtenOut, reading }) => {
          takeAnswer({ kind: 'written', edits, reading });
          if (writtenOut.length > 0) tellWrittenOut(writtenOut);
        }, refuseAnswer);
        return;
      case 'read':
        void readText(() => opening === tries.opening).then((event) => event && takeAnswer(event), refuseAnswer);
    }
  };
  const tries = { opening: 0 };

  /** Reads the text as it is now, a large document in its parts; undefined once it is not wanted any more. */
  const readText = async (isWanted: () => boolean): Promise<SyncEvent | undefined> => {
    const { version, taken } = store.getState();
    const found = await reader.read(taken);
    const partAt = async (index: number) => (isWanted() ? reader.readPart(found.number, index) : undefined);
    const whole = found.large && (await gather(found.large, partAt));
    return isWanted() ? { kind: 'read', version, reading: found, whole } : undefined;
  };

  /** Resolves once the state meets a condition, which is checked after each change. */
  const until = (isWanted: (state: DocumentState) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isWanted(store.getState())) return resolve();
      const unsubscribe = store.subscribe((state) => {
        if (!isWanted(state)) return;
        unsubscribe();
        resolve();
      });
    });
  const isSettled = ({ sync, reader: now }: DocumentState): boolean =>
    preparing === undefined && (sync === 'failed' || (sync !== 'writing' && sync !== 'reading' && now === 'idle'));

  /** Performs a command once the text is read; the edits of a person keep their order. */
  const perform: DocumentActions['dispatch'] = async (command, label, mark) => {
    await until(({ sync }) => sync !== 'reading');
    while (preparing !== undefined) await preparing;
    const state = store.getState();
    if (!isTakingEdits(state)) return err({ message: state.sync === 'broken' ? brokenText : failedText });
    const edited = command(state.document);
    if (!edited.ok) return edited;
    const model = computeChange(state.document, edited.value);
    if (isEmptyChange(model)) return ok(model);
    const isOtherTasks = [...model.tasks.values()].some(({ before, after }) => !before || !after);
    const prepared = isOtherTasks ? prepare(edited.value) : undefined;
    if (prepared !== undefined) {
      preparing = prepared.catch(() => undefined);
      await preparing;
      preparing = undefined;
      // Something else came first: the edit is made of what that left.
      const now = store.getState();
      if (now.document !== state.document || !isTakingEdits(now)) {
        store.setState({});
        return perform(command, label, mark);
      }
    }
    handle({ kind: 'edited', document: edited.value, model, label, mark: mark ?? createMark() });
    return ok(model);
  };

  /** A step through the history, once what it draws anew is there. */
  const travel = async (kind: 'undone' | 'redone'): Promise<void> => {
    await lastDispatched;
    await until(({ sync }) => sync !== 'writing');
    const before = store.getState();
    const stepped = stepSync(before, { kind });
    const { document } = stepped.state;
    const isElsewhere =
      document.layout !== before.document.layout || listTaskIds(document) !== listTaskIds(before.document);
    const prepared = isElsewhere ? prepare(document) : undefined;
    if (prepared !== undefined) {
      preparing = prepared.catch(() => undefined);
      await preparing;
      preparing = undefined;
    }
    if (store.getState() === before) showStep(before, stepped);
    else handle({ kind });
  };

  const actions: DocumentActions = {
    async open({ id, revision, text, history }) {
      if (preparing !== undefined) await preparing;
      tries.opening += 1;
      stored.text = text;
      stored.left = undefined;
      // A new workflow has no stored revision yet.
      const saved: Saved = { status: revision === 0 ? 'unsaved' : 'saved' };
      handle({ kind: 'opened', text, history }, { id, revision, saved });
      await until(isSettled);
    },
    async resume(edits, left) {
      stored.left = left;
      if (edits.length > 0)
        handle({ kind: 'typed', edits, label: 'Edits before the reload', mark: 'before the reload' });
      await until(isSettled);
      for (const write of left.unwritten) {
        const document = applyModelChange(store.getState().document, write.model);
        handle({ kind: 'edited', document, ...write });
      }
      await until(isSettled);
    },
    unsaved() {
      const { saved, revision, id, ...state } = store.getState();
      if (saved.status === 'saved' || id === '') return undefined;
      return buildUnsaved(state, revision, stored.text, stored.next);
    },
    async recheck() {
      await until(isSettled);
      handle({ kind: 'reopened' });
      await until(isSettled);
    },
    dispatch(command, label, mark) {
      const dispatched = perform(command, label, mark);
      lastDispatched = dispatched.catch(() => undefined);
      return dispatched;
    },
    type(edits, mark) {
      handle({ kind: 'typed', edits, label: 'Edit code', mark });
    },
    async replace(text, label) {
      await actions.settled();
      const { text: before } = store.getState();
      await actions.rewrite(before, computeDifference(before, text), label);
    },
    async rewrite(text, edits, label) {
      const { text: now, unwritten } = store.getState();
      if (now !== text || unwritten.length > 0) return false;
      if (edits.length === 0) return true;
      handle({ kind: 'typed', edits, label, mark: createMark() });
      await actions.settled();
      return true;
    },
    undo: () => travel('undone'),
    redo: () => travel('redone'),
    retry() {
      tries.opening += 1;
      handle({ kind: 'retried' });
    },
    async settled() {
      await until(isSettled);
      const { refused } = store.getState();
      if (refused !== undefined) throw fromFailure(refused);
    },
    save() {
      saving = saving.then(async () => {
        await preparing;
        await saveNow(store, repository, stored, until);
      });
      return saving;
    },
    async catchUp() {
      await saving;
      const { id, revision } = store.getState();
      const newer = id === '' ? undefined : await repository.load(id);
      const now = store.getState();
      if (newer === undefined || now.id !== id || now.revision !== revision || newer.revision <= revision) return false;
      if (now.saved.status !== 'saved' || now.sync === 'failed') {
        await actions.save();
        return false;
      }
      stored.text = newer.text;
      handle(
        { kind: 'followed', text: newer.text, history: newer.history },
        { revision: newer.revision, saved: { status: 'saved' } },
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

/** Whether the text is saved after an event. */
function computeSaved(before: DocumentState, { refused, unwritten }: Synced, isEdited: boolean): Saved {
  if (refused !== undefined && unwritten.length > 0) return { status: 'failed', failure: refused };
  const isMended = before.refused !== undefined && before.unwritten.length > 0;
  return isEdited || isMended ? { status: 'unsaved' } : before.saved;
}
