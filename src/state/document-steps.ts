import type { Failure } from '@/base/errors';
import { err, ok } from '@/base/result';
import { isEmptyChange, isInPlace } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';
import type { StoredWorkflow } from '@/workflow/repository';
import type { AskedStep, DocumentState, PreparedStep, Saved } from './document-state';
import { findTravelled, isTakingEdits, type ReaderCall, type SyncEvent, stepSync } from './text-sync';
import type { Unsaved } from './unsaved';

/** What can happen to the open workflow. */
export type DocumentEvent =
  | Exclude<SyncEvent, { kind: 'opened' | 'followed' | 'written' | 'read' | 'refused' }>
  /** Another workflow is opened. A new one, of revision 0, is unsaved. */
  | { readonly kind: 'opened'; readonly workflow: Pick<StoredWorkflow, 'id' | 'revision' | 'text' | 'history'> }
  /** Another tab has saved this one, and nothing was edited here. */
  | { readonly kind: 'followed'; readonly workflow: Pick<StoredWorkflow, 'revision' | 'text' | 'history'> }
  /** A person asks for an edit, or for a step through the history. */
  | { readonly kind: 'asked'; readonly step: AskedStep }
  /** What the step that is `preparing` draws is derived. */
  | { readonly kind: 'prepared' }
  /** The reader answers what it was asked at an `opening`. */
  | { readonly kind: 'answered'; readonly opening: number; readonly answer: SyncEvent }
  /** The page that was left had unsaved edits of this workflow. */
  | { readonly kind: 'resumed'; readonly left: Unsaved }
  | { readonly kind: 'saveAsked' }
  /** A save has ended: `text` is stored as `revision`, or is not, and why. */
  | { readonly kind: 'stored'; readonly id: string; readonly text: string; readonly revision: number }
  | { readonly kind: 'notStored'; readonly id: string; readonly failure: Failure };

/** What the store has to do for a state, in order. */
export type DocumentCall =
  | ReaderCall
  /** Derives what is drawn of a document. */
  | { readonly call: 'prepare'; readonly document: WorkflowDocument }
  /** Stores the text of the state. */
  | { readonly call: 'save' }
  /** Tells whoever asked. */
  | { readonly call: 'answer'; readonly answer: () => void };

/** The result of an event. */
export interface DocumentStep {
  readonly state: DocumentState;
  readonly calls: readonly DocumentCall[];
}

const brokenText = 'The code has mistakes. Fix them in the code view; the canvas shows the last good state.';
const failedText = 'The last edit did not get into the code. Try again, or undo it, at the top of the page.';
const closedText = 'Another workflow was opened before this was done.';

/**
 * The next state after an event. Pure: it returns what the store has to do, which comes back as events. What was asked
 * for is done in its order, each step as soon as it can be.
 */
export function stepDocument(state: DocumentState, event: DocumentEvent): DocumentStep {
  return startSave(runWaiting(takeEvent(state, event)));
}

function takeEvent(state: DocumentState, event: DocumentEvent): DocumentStep {
  switch (event.kind) {
    case 'opened':
      return openWorkflow(state, event.workflow);
    case 'followed': {
      const { revision, text, history } = event.workflow;
      const { state: next, calls } = stepText(state, { kind: 'followed', text, history });
      return { state: { ...next, revision, stored: { text }, saved: { status: 'saved' } }, calls };
    }
    case 'asked':
      return { state: { ...state, waiting: [...state.waiting, event.step] }, calls: [] };
    case 'prepared':
      return finishPrepared(state);
    case 'answered':
      if (event.opening !== state.opening) return { state, calls: [] };
      // Answers to other calls are useless after a failure.
      return stepText(event.answer.kind === 'refused' ? restartReader(state) : state, event.answer);
    case 'retried':
      return stepText(restartReader(state), event);
    case 'resumed':
      return { state: { ...state, stored: { ...state.stored, left: event.left } }, calls: [] };
    case 'saveAsked':
      return { state: { ...state, isSaveAsked: true }, calls: [] };
    case 'stored':
    case 'notStored':
      return { state: endSave(state, event), calls: [] };
    default:
      return stepText(state, event);
  }
}

const restartReader = (state: DocumentState): DocumentState => ({ ...state, opening: state.opening + 1 });

function stepText(state: DocumentState, event: SyncEvent): DocumentStep {
  const { state: next, calls } = stepSync(state, event);
  return { state: { ...state, ...next, saved: computeSaved(state, { ...state, ...next }) }, calls };
}

/** Whether the text is saved after an event. */
function computeSaved(before: DocumentState, { refused, unwritten, text }: DocumentState): Saved {
  if (refused !== undefined && unwritten.length > 0) return { status: 'failed', failure: refused };
  const isMended = before.refused !== undefined && before.unwritten.length > 0;
  const isEdited = text !== before.text || unwritten !== before.unwritten;
  return isEdited || isMended ? { status: 'unsaved' } : before.saved;
}

function openWorkflow(
  state: DocumentState,
  { id, revision, text, history }: Pick<StoredWorkflow, 'id' | 'revision' | 'text' | 'history'>,
): DocumentStep {
  const { state: opened, calls } = stepText(restartReader(state), { kind: 'opened', text, history });
  const saved: Saved = { status: revision === 0 ? 'unsaved' : 'saved' };
  const closed = state.waiting.map((step): DocumentCall => {
    const answer = () => (step.kind === 'edit' ? step.answer(err({ message: closedText })) : step.answer());
    return { call: 'answer', answer };
  });
  // A save of the one before may be on its way.
  const stored = { text, next: state.stored.next };
  const fresh = { stored, isSaveAsked: false, waiting: [], preparing: undefined };
  return { state: { ...opened, ...fresh, id, revision, saved }, calls: [...calls, ...closed] };
}

/** Begins what waits, in order, until a step cannot be made yet. */
function runWaiting(step: DocumentStep): DocumentStep {
  let { state, calls } = step;
  for (let next = findReady(state); next !== undefined; next = findReady(state)) {
    const ran = next.kind === 'edit' ? runEdit(state, next) : runTravel(state, next);
    state = ran.state;
    calls = [...calls, ...ran.calls];
  }
  return { state, calls };
}

/** An edit waits for the text to be read, a step through the history for the edits before it to be written. */
function findReady({ waiting: [first], preparing, sync }: DocumentState): AskedStep | undefined {
  if (first === undefined || preparing !== undefined) return undefined;
  return sync === (first.kind === 'edit' ? 'reading' : 'writing') ? undefined : first;
}

function runEdit(state: DocumentState, step: Extract<AskedStep, { kind: 'edit' }>): DocumentStep {
  const { command, label, mark, answer, fail } = step;
  if (!isTakingEdits(state)) {
    return endStep(state, () => answer(err({ message: state.sync === 'broken' ? brokenText : failedText })));
  }
  let edited: ReturnType<typeof command>;
  try {
    edited = command(state.document);
  } catch (error) {
    return endStep(state, () => fail(error));
  }
  if (!edited.ok) return endStep(state, () => answer(edited));
  const model = computeChange(state.document, edited.value);
  if (isEmptyChange(model)) return endStep(state, () => answer(ok(model)));
  const event = { kind: 'edited', document: edited.value, model, label, mark } as const;
  const isElsewhere = [...model.tasks.values()].some((change) => !isInPlace(change));
  return showStep(state, { from: state.document, event, answer: () => answer(ok(model)) }, isElsewhere);
}

function runTravel(state: DocumentState, { kind, answer }: Extract<AskedStep, { kind: 'undone' | 'redone' }>) {
  const { document: from } = state;
  const document = findTravelled(state, kind);
  const isElsewhere =
    document !== undefined && (document.layout !== from.layout || listTaskIds(document) !== listTaskIds(from));
  return showStep(state, { from, event: { kind, document }, answer }, isElsewhere);
}

/** Shows a step, at once or, if it puts something elsewhere, when that is derived. */
function showStep(state: DocumentState, step: PreparedStep, isElsewhere: boolean): DocumentStep {
  if (!isElsewhere) return applyStep(state, step);
  const { document } = step.event;
  return {
    state: { ...state, preparing: step },
    calls: document ? [{ call: 'prepare', document }] : [],
  };
}

function applyStep(state: DocumentState, { event, answer }: PreparedStep): DocumentStep {
  const shown = stepText(state, event);
  const ended = endStep({ ...shown.state, preparing: undefined }, answer);
  return { state: ended.state, calls: [...shown.calls, ...ended.calls] };
}

/** The first step that waits has ended. */
function endStep(state: DocumentState, answer: () => void): DocumentStep {
  return { state: { ...state, waiting: state.waiting.slice(1) }, calls: [{ call: 'answer', answer }] };
}

/** If something else came first, the step is made again, of what that left. */
function finishPrepared(state: DocumentState): DocumentStep {
  const { preparing } = state;
  if (preparing === undefined) return { state, calls: [] };
  const free: DocumentState = { ...state, preparing: undefined };
  const isStill = state.document === preparing.from && findReady(free) !== undefined;
  const isTaken = preparing.event.kind !== 'edited' || isTakingEdits(state);
  return isStill && isTaken ? applyStep(state, preparing) : { state: free, calls: [] };
}

/** Saves the text once all edits are in it. Edits that never reach the text are not reported as saved. */
function startSave({ state, calls }: DocumentStep): DocumentStep {
  const isFree = state.preparing === undefined && state.sync !== 'writing' && state.stored.next === undefined;
  if (!state.isSaveAsked || !isFree) return { state, calls };
  const asked: DocumentState = { ...state, isSaveAsked: false };
  // The text without the last edits differs from what the person sees, so it must not be saved.
  const isSaved = state.saved.status === 'saved' || state.id === '' || state.unwritten.length > 0;
  if (isSaved) return { state: asked, calls };
  const stored = { ...state.stored, next: state.text };
  return { state: { ...asked, saved: { status: 'saving' }, stored }, calls: [...calls, { call: 'save' }] };
}

function endSave(state: DocumentState, event: Extract<DocumentEvent, { kind: 'stored' | 'notStored' }>): DocumentState {
  const ended: DocumentState = { ...state, stored: { ...state.stored, next: undefined } };
  if (event.id !== state.id) return ended;
  if (event.kind === 'notStored') return { ...ended, saved: { status: 'failed', failure: event.failure } };
  const { text, revision } = event;
  const isAll = state.text === text && state.unwritten.length === 0;
  return { ...state, revision, stored: { text }, saved: { status: isAll ? 'saved' : 'unsaved' } };
}
