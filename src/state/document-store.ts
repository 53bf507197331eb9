import { createStore, type StoreApi } from 'zustand/vanilla';
import { fromFailure, toFailure } from '@/base/errors';
import type { Result } from '@/base/result';
import type { TextLines } from '@/formats/text-reading';
import { applyModelChange, type ModelChange, type TextEdit } from '@/workflow/change';
import type { EditRefusal } from '@/workflow/commands/edit-refusal';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import type { DocumentPart, LargeDocument } from '@/workflow/document-parts';
import type { StoredWorkflow } from '@/workflow/repository';
import { closedDocument, type DocumentState, type EditCommand } from './document-state';
import { type DocumentCall, type DocumentEvent, stepDocument } from './document-steps';
import { computeDifference, createMark } from './edit-history';
import { saveText, type TextRepository } from './save-text';
import type { DocumentReader } from './services';
import type { SyncEvent } from './text-sync';
import { buildUnsaved, type Unsaved } from './unsaved';

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
  type(edits: readonly TextEdit[], mark: string, label?: string): void;
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

/** Puts a large document together from its parts; undefined if one is not there any more. */
type Gather = (
  large: LargeDocument,
  partAt: (index: number) => Promise<DocumentPart | undefined>,
) => Promise<WorkflowDocument | undefined>;

/** Derives what is drawn of a document before it is shown, while the page answers; undefined: that takes no time. */
type Prepare = (next: WorkflowDocument) => Promise<void> | undefined;

/** Tells the person in which entries an alias was written out, as they may not share a part any more. */
type TellWrittenOut = (keys: readonly string[]) => void;

/**
 * Makes the store of the open workflow. All that it knows is in its state (`stepDocument`): it only makes the calls of
 * each step, whose answers are the next events.
 */
export function createDocumentStore(
  reader: DocumentReader,
  repository: TextRepository,
  gather: Gather,
  prepare: Prepare = () => undefined,
  tellWrittenOut: TellWrittenOut = () => undefined,
): DocumentStore {
  const store = createStore<DocumentState>(() => closedDocument);

  const handle = (event: DocumentEvent): void => {
    const before = store.getState();
    const { state, calls } = stepDocument(before, event);
    if (before.document === emptyDocument && state.document !== emptyDocument) performance.mark('heddle.document');
    // Before the state is shown: what hears of it may make further calls.
    for (const call of calls) performCall(call, state);
    store.setState(state);
  };

  /** Begins after the present call: who hears of a state may ask for something while that is being shown. */
  const ask = async (event: DocumentEvent): Promise<void> => {
    await Promise.resolve();
    handle(event);
  };

  const performCall = (call: DocumentCall, state: DocumentState): void => {
    const { opening, taken, id } = state;
    const takeAnswer = (answer: SyncEvent) => handle({ kind: 'answered', opening, answer });
    const refuseAnswer = (error: unknown) => takeAnswer({ kind: 'refused', failure: toFailure(error) });
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
        readText(state).then((event) => event && takeAnswer(event), refuseAnswer);
        return;
      case 'prepare':
        void Promise.resolve(prepare(call.document))
          .catch(() => undefined)
          .then(() => handle({ kind: 'prepared' }));
        return;
      case 'save':
        saveText(repository, state).then(
          (stored) => handle({ kind: 'stored', id, ...stored }),
          (error) => handle({ kind: 'notStored', id, failure: toFailure(error) }),
        );
        return;
      case 'answer':
        call.answer();
    }
  };

  /** Reads the text as it is now, a large document in its parts; undefined once it is not wanted any more. */
  const readText = async ({ version, taken, opening }: DocumentState): Promise<SyncEvent | undefined> => {
    const isWanted = () => store.getState().opening === opening;
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

  const actions: DocumentActions = {
    async open(workflow) {
      await until(({ preparing }) => preparing === undefined);
      handle({ kind: 'opened', workflow });
      await until(isSettled);
    },
    async resume(edits, left) {
      handle({ kind: 'resumed', left });
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
      const { saved, id, revision, stored, ...state } = store.getState();
      return saved.status === 'saved' || id === ''
        ? undefined
        : buildUnsaved(state, revision, stored.text, stored.next);
    },
    async recheck() {
      await until(isSettled);
      handle({ kind: 'reopened' });
      await until(isSettled);
    },
    dispatch: (command, label, mark = createMark()) =>
      new Promise((answer, fail) => {
        void ask({ kind: 'asked', step: { kind: 'edit', command, label, mark, answer, fail } });
      }),
    type(edits, mark, label = 'Edit code') {
      handle({ kind: 'typed', edits, label, mark });
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
    undo: () => new Promise((answer) => void ask({ kind: 'asked', step: { kind: 'undone', answer } })),
    redo: () => new Promise((answer) => void ask({ kind: 'asked', step: { kind: 'redone', answer } })),
    retry() {
      handle({ kind: 'retried' });
    },
    async settled() {
      await until(isSettled);
      const { refused } = store.getState();
      if (refused !== undefined) throw fromFailure(refused);
    },
    async save() {
      await ask({ kind: 'saveAsked' });
      await until(isSaved);
    },
    async catchUp() {
      await until(isSaved);
      const { id, revision } = store.getState();
      const newer = id === '' ? undefined : await repository.load(id);
      const now = store.getState();
      if (newer === undefined || now.id !== id || now.revision !== revision || newer.revision <= revision) return false;
      if (now.saved.status !== 'saved' || now.sync === 'failed') {
        await actions.save();
        return false;
      }
      handle({ kind: 'followed', workflow: newer });
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

/** Whether document and text agree, or do not as long as nobody acts. */
const isSettled = ({ preparing, sync, reader }: DocumentState): boolean =>
  preparing === undefined && (sync === 'failed' || (sync !== 'writing' && sync !== 'reading' && reader === 'idle'));

/** Whether no save is under way, nor asked for. */
const isSaved = ({ isSaveAsked, stored }: DocumentState): boolean => !isSaveAsked && stored.next === undefined;
