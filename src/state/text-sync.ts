import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { TextReading } from '@/formats/text-reading';
import {
  applyModelChange,
  applyTextEdits,
  type Change,
  invertChange,
  invertModelChange,
  joinModelChanges,
  type ModelChange,
  rebaseTextEdits,
  type TextEdit,
} from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { computeDifference, type EditHistory, recordChange } from './edit-history';
import { reconcileDocument } from './reconcile-document';

/**
 * The relation of document and text. `current`: they agree. `writing`: the document was edited, and the reader writes
 * the edit into the text. `reading`: the text changed by typing or undo, and is being read; edits of the document wait.
 * `broken`: the text does not parse, the document is the last valid one, and edits are refused. `failed`: the reader
 * failed; edits are refused too.
 */
export type Sync = 'current' | 'writing' | 'reading' | 'broken' | 'failed';

/** A change of the document that is not in the text yet. */
export interface Write {
  readonly model: ModelChange;
  readonly label: string;
  readonly mark: string;
}

/** Typed edits: those from the text in this state to the text in the editor. */
interface Typed {
  readonly edits: readonly TextEdit[];
  readonly label: string;
  readonly mark: string;
}

/** A text, the document read from it, and the relation of the two. */
export interface Synced extends EditHistory {
  readonly text: string;
  readonly document: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly sync: Sync;
  /** Only while `writing` or `failed`, in order. While `writing`, the reader works on the first. */
  readonly unwritten: readonly Write[];
  /**
   * Only while something is unwritten: typed edits that are not in the text yet. They are applied after the unwritten
   * changes.
   */
  readonly untaken: Typed | undefined;
  /** Why the reader `failed`. */
  readonly refused: Failure | undefined;
  /** Increases with each call that changes the text of the reader. */
  readonly version: number;
  /** Number of the last reading that was applied; 0: none. */
  readonly taken: number;
  /** Whether a reading is under way: one at a time. `stale`: the text is read again afterwards. */
  readonly reader: 'idle' | 'reading' | 'stale';
}

/** A reading. `whole`: the document that came in parts. */
interface Read {
  readonly reading: TextReading;
  readonly whole?: WorkflowDocument | undefined;
}

/** What can happen to text and document. */
export type SyncEvent =
  | { readonly kind: 'opened'; readonly text: string; readonly history: EditHistory }
  /** `document`: the previous one with the change applied. */
  | ({ readonly kind: 'edited'; readonly document: WorkflowDocument } & Write)
  | ({ readonly kind: 'typed' } & Typed)
  /** `document`: as {@link findTravelled} has made it, if it has. */
  | { readonly kind: 'undone' | 'redone'; readonly document?: WorkflowDocument | undefined }
  /** The reader has written the first of `unwritten` into the text, and perhaps read it. */
  | { readonly kind: 'written'; readonly edits: readonly TextEdit[]; readonly reading?: TextReading | undefined }
  /** The reader has read the text that it had at a `version`. */
  | ({ readonly kind: 'read'; readonly version: number } & Read)
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** After a failure, the reader starts again from the beginning. */
  | { readonly kind: 'retried' }
  /** The stored text has changed, and nothing was edited here: the stored text replaces this one. */
  | { readonly kind: 'followed'; readonly text: string; readonly history: EditHistory }
  /** The reader reads the same text again: other data that it depends on has changed. */
  | { readonly kind: 'reopened' };

/** Calls to the reader, in order. */
export type ReaderCall =
  | { readonly call: 'open'; readonly text: string }
  /** `model`: what the edits change in the document, if that has changed with them. */
  | { readonly call: 'edit'; readonly edits: readonly TextEdit[]; readonly model?: ModelChange | undefined }
  | { readonly call: 'change'; readonly model: ModelChange }
  | { readonly call: 'read' };

/** The result of an event. */
export interface Stepped {
  readonly state: Synced;
  readonly calls: readonly ReaderCall[];
}

/** The state before anything is opened. */
export const emptySync: Synced = {
  text: '',
  document: emptyDocument,
  diagnostics: [],
  sync: 'current',
  past: [],
  future: [],
  unwritten: [],
  untaken: undefined,
  refused: undefined,
  version: 0,
  taken: 0,
  reader: 'idle',
};

/**
 * The next state after an event. Pure: it returns calls to the reader, whose answers come back as events. Invariant:
 * the text with `unwritten` applied agrees with the document, unless the text is ahead (`reading`) or does not parse
 * (`broken`). Typed text is never lost.
 */
export function stepSync(state: Synced, event: SyncEvent): Stepped {
  return readOnce(computeStep(state, event));
}

/** The same with one reading at a time: what is asked for while one is under way is asked once that has ended. */
function readOnce({ state, calls }: Stepped): Stepped {
  if (!calls.some(({ call }) => call === 'read')) return { state, calls };
  if (state.reader === 'idle') return { state: { ...state, reader: 'reading' }, calls };
  return { state: { ...state, reader: 'stale' }, calls: calls.filter(({ call }) => call !== 'read') };
}

function computeStep(state: Synced, event: SyncEvent): Stepped {
  switch (event.kind) {
    case 'opened':
      return openText(state, event.text, event.history);
    case 'edited':
      return editDocument(state, event);
    case 'typed':
      return state.unwritten.length > 0 ? keepState({ ...state, untaken: event }) : typeText(state, event);
    case 'undone':
      return state.sync === 'failed' ? undoUnwritten(state) : travelHistory(state, event.kind, event.document);
    case 'redone':
      return travelHistory(state, event.kind, event.document);
    case 'written':
      return acceptWritten(state, event.edits, event.reading);
    case 'read':
      return hasRead(state, event);
    case 'refused':
      return keepState({ ...state, sync: 'failed', refused: event.failure, reader: 'idle' });
    case 'retried':
      return retryFailed(state);
    case 'followed':
      return followText(state, event.text, event.history);
    case 'reopened':
      return state.sync === 'writing' || state.sync === 'failed' ? keepState(state) : reopenReader(state);
  }
}

/** Whether edits of the document are accepted now. While the text is being read they wait. */
export const isTakingEdits = ({ sync }: Synced): boolean => sync === 'current' || sync === 'writing';

const keepState = (state: Synced): Stepped => ({ state, calls: [] });

/** The state with the version that these calls give the text of the reader. */
const askWithCalls = (state: Synced, calls: readonly ReaderCall[]): Stepped => ({
  state: { ...state, version: state.version + 1 },
  calls,
});

function openText({ version }: Synced, text: string, { past, future }: EditHistory): Stepped {
  return askWithCalls({ ...emptySync, text, past, future, sync: 'reading', version }, [
    { call: 'open', text },
    { call: 'read' },
  ]);
}

function editDocument(state: Synced, { document, model, label, mark }: Write & Pick<Synced, 'document'>): Stepped {
  if (!isTakingEdits(state)) return keepState(state);
  const [first, ...waiting] = state.unwritten;
  if (first === undefined) {
    const unwritten = [{ model, label, mark }];
    return askWithCalls({ ...state, document, unwritten, sync: 'writing' }, [{ call: 'change', model }]);
  }
  // Changes that wait for the reader are joined, so that fast typing never queues more than one.
  const last = waiting.at(-1);
  const joined = last?.mark === mark ? joinModelChanges(last.model, model) : undefined;
  const next =
    joined && last ? [...waiting.slice(0, -1), { ...last, model: joined }] : [...waiting, { model, label, mark }];
  return keepState({ ...state, document, unwritten: [first, ...next] });
}

function acceptWritten(state: Synced, edits: readonly TextEdit[], reading: TextReading | undefined): Stepped {
  const [done, ...unwritten] = state.unwritten;
  if (state.sync !== 'writing' || done === undefined) return keepState(state);
  const after: Synced = {
    ...state,
    ...recordChange(state, { ...done, edits }),
    text: applyTextEdits(state.text, edits),
    unwritten,
    untaken: state.untaken && { ...state.untaken, edits: rebaseTextEdits(state.untaken.edits, edits) },
  };
  const [next] = unwritten;
  if (next !== undefined) return askWithCalls(after, [{ call: 'change', model: next.model }]);
  const settled: Synced = { ...after, sync: 'current', untaken: undefined };
  if (after.untaken) return typeText(settled, after.untaken);
  // A large document comes in parts, which are asked for one by one.
  if (reading !== undefined && reading.large === undefined) return keepState(takeRead(settled, { reading }));
  return { state: settled, calls: [{ call: 'read' }] };
}

/** The state with typed edits applied to its text and recorded in its history. */
function applyTyped(state: Synced, { edits, label, mark }: Typed): Synced {
  return { ...state, ...recordChange(state, { label, mark, edits }), text: applyTextEdits(state.text, edits) };
}

function typeText(state: Synced, what: Typed): Stepped {
  const after = applyTyped(state, what);
  // The reader has another text now; it receives this one with the retry.
  if (state.sync === 'failed') return keepState(after);
  return editAndRead({ ...after, sync: 'reading' }, what.edits);
}

function editAndRead(state: Synced, edits: readonly TextEdit[], model?: ModelChange): Stepped {
  return askWithCalls(state, [{ call: 'edit', edits, ...defined({ model }) }, { call: 'read' }]);
}

/**
 * One step through the history. The document changes at once if the step has a model change, otherwise when the text is
 * read.
 */
function travelHistory(state: Synced, kind: 'undone' | 'redone', made?: WorkflowDocument): Stepped {
  const travel = findTravel(state, kind);
  if (travel === undefined) return keepState(state);
  const { last, change, model } = travel;
  const { past, future } = state;
  const history =
    kind === 'undone'
      ? { past: past.slice(0, -1), future: [...future, last] }
      : { past: [...past, last], future: future.slice(0, -1) };
  const text = applyTextEdits(state.text, change.edits);
  const document = model ? (made ?? applyModelChange(state.document, model)) : state.document;
  const after: Synced = { ...state, ...history, text, document, sync: model ? 'current' : 'reading' };
  return editAndRead(after, change.edits, model);
}

/** The document that a step through the history shows at once; undefined if there is none. */
export function findTravelled(state: Synced, kind: 'undone' | 'redone'): WorkflowDocument | undefined {
  const model = findTravel(state, kind)?.model;
  return model && applyModelChange(state.document, model);
}

function findTravel({ sync, past, future }: Synced, kind: 'undone' | 'redone') {
  const last = kind === 'undone' ? past.at(-1) : future.at(-1);
  if (last === undefined || sync === 'writing' || sync === 'failed') return undefined;
  const change: Change = kind === 'undone' ? invertChange(last) : last;
  return { last, change, model: sync === 'current' ? change.model : undefined };
}

/** Undoes the last change that was never written into the text. */
function undoUnwritten(state: Synced): Stepped {
  const last = state.unwritten.at(-1);
  if (last === undefined) return keepState(state);
  const document = applyModelChange(state.document, invertModelChange(last.model));
  return retryFailed({ ...state, document, unwritten: state.unwritten.slice(0, -1) });
}

/** A reading has ended. One of a text that was edited meanwhile, or of which a part is missing, is not used. */
function hasRead(state: Synced, event: Read & { readonly version: number }): Stepped {
  const isMissing = event.reading.large !== undefined && event.whole === undefined;
  const isUsed = event.version === state.version && !isMissing;
  if (state.reader === 'idle' && !isUsed && !isMissing) return keepState(state);
  const after: Synced = { ...(isUsed ? takeRead(state, event) : state), reader: 'idle' };
  return state.reader === 'stale' || isMissing ? { state: after, calls: [{ call: 'read' }] } : keepState(after);
}

function takeRead(state: Synced, found: Read): Synced {
  if (state.sync === 'writing' || state.sync === 'failed') return state;
  const { number, diagnostics } = found.reading;
  const after: Synced = { ...state, taken: number, ...defined({ diagnostics }) };
  const document = findReadDocument(state, found);
  return document === undefined ? { ...after, sync: 'broken' } : { ...after, document, sync: 'current' };
}

/**
 * The document of a reading, with the present objects for all that is equal; undefined: the text does not parse. What a
 * reading changes is of the present document: the reader was told of every change that was made in it.
 */
function findReadDocument({ document }: Synced, { reading, whole = reading.document }: Read) {
  if (whole !== undefined) return reconcileDocument(document, whole);
  return reading.change && applyModelChange(document, reading.change);
}

/** The document on screen stays until the text is read. */
function followText(state: Synced, text: string, { past, future }: EditHistory): Stepped {
  const edits = computeDifference(state.text, text);
  return editAndRead({ ...state, text, past, future, sync: 'reading' }, edits);
}

function reopenReader(state: Synced): Stepped {
  return askWithCalls({ ...state, taken: 0 }, [{ call: 'open', text: state.text }, { call: 'read' }]);
}

function retryFailed(state: Synced): Stepped {
  if (state.sync !== 'failed') return keepState(state);
  const [first] = state.unwritten;
  const restarted: Synced = { ...state, refused: undefined, taken: 0, reader: 'idle' };
  if (first !== undefined) {
    const calls: ReaderCall[] = [
      { call: 'open', text: state.text },
      { call: 'change', model: first.model },
    ];
    return askWithCalls({ ...restarted, sync: 'writing' }, calls);
  }
  const withAllTyped: Synced = {
    ...(state.untaken ? applyTyped(restarted, state.untaken) : restarted),
    untaken: undefined,
  };
  const calls: ReaderCall[] = [{ call: 'open', text: withAllTyped.text }, { call: 'read' }];
  return askWithCalls({ ...withAllTyped, sync: 'reading' }, calls);
}
