import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import { getNearestTaskPath, type JournalPath } from '@/run/journal-path';
import { addRecalled } from '@/run/projections/with-recalled';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Runner, RunOwner, RunUpdate, WaitingCalls } from '@/run/runner';
import type { TaskPath } from '@/workflow/task-path';

/** Text of a call that is streaming. It exists only in memory; the log has it once the reply is complete. */
export interface StreamedText {
  /** Journal path of the turn. */
  readonly path: JournalPath;
  readonly text: string;
  /** What the model thinks, so far. */
  readonly reasoning: string;
  /** The call that it is of; undefined: not known. */
  readonly call: string | undefined;
}

/** A look back at an earlier state of a run: `state/time-travel.ts`. */
export interface Travel {
  /** Number of the requested event; `run` follows once it is read. */
  readonly seq: number;
  /** The event whose state `run` has; undefined until the first is read. */
  readonly event: RunEvent | undefined;
}

/** The shown run, one of the open workflow: a fold over its events, and the text it streams. */
export interface RunViewState {
  readonly workflowId: string;
  readonly executionId: string | undefined;
  /** What it is called, if it is in no list of runs. */
  readonly name: string | undefined;
  /** The state on screen: the present one, or the one at the event that the person looks back at. */
  readonly run: RunState;
  /** The present state; it decides which actions are possible. `run` shows it unless the person looks back. */
  readonly present: RunState;
  readonly travel: Travel | undefined;
  /** Whether its events are being played one after another, while the person looks back. */
  readonly isPlaying: boolean;
  /** What was read again of an item, step or round that the present state no longer holds: `state/recall.ts`. */
  readonly recalled: RunState | undefined;
  /** Who runs it; undefined until that is known, and after it has ended. */
  readonly owner: RunOwner | undefined;
  /** Whether another tab has taken it from this one. */
  readonly takenAway: boolean;
  /** By the path of the turn, in the order in which they began. */
  readonly live: ReadonlyMap<JournalPath, StreamedText>;
  /** Calls that wait for limits of providers, as last reported by the run's owner. */
  readonly waits: readonly WaitingCalls[];
  /**
   * Why a run could not be started, or why it stopped if its log cannot say; until the next start or until it
   * continues.
   */
  readonly failure: Failure | undefined;
  /** Why it cannot be shown. */
  readonly unread: Failure | undefined;
  /** Whether a run of the workflow is being started: another press does not start a second one. */
  readonly isStarting: boolean;
}

export type RunStore = StoreApi<RunViewState>;

/** The most characters of live text that are kept of a call. */
const maxLive = 20_000;
/** Events that are read at once. */
const page = 1000;

/** Makes the store of the shown run. */
export function createRunStore(): RunStore {
  return createStore<RunViewState>(() => createEmptyRunView(''));
}

function createEmptyRunView(workflowId: string, executionId?: string, name?: string): RunViewState {
  return {
    workflowId,
    executionId,
    name,
    run: emptyRun,
    present: emptyRun,
    travel: undefined,
    isPlaying: false,
    recalled: undefined,
    owner: undefined,
    takenAway: false,
    live: new Map(),
    waits: [],
    failure: undefined,
    unread: undefined,
    isStarting: false,
  };
}

/** Shows the newest run of a workflow. Without runs: shows none. */
export async function showLatestRun(store: RunStore, runner: Runner, workflowId: string): Promise<void> {
  store.setState(createEmptyRunView(workflowId));
  const [latest] = await runner.executions(workflowId, 0, 1);
  if (latest && store.getState().workflowId === workflowId) await showRun(store, runner, latest.id);
}

/**
 * Shows the present state of a run, read from its newest snapshot and the events since, however long its log is.
 * Updates that arrive by {@link takeUpdate} in the meantime are folded once, by their numbers. An error is put into the
 * store.
 */
export async function showRun(store: RunStore, runner: Runner, executionId: string, name?: string): Promise<void> {
  const { workflowId, executionId: shown, unread } = store.getState();
  if (shown !== executionId || unread !== undefined) store.setState(createEmptyRunView(workflowId, executionId, name));
  await readState(store, runner, executionId);
}

async function readState(store: RunStore, runner: Runner, executionId: string): Promise<void> {
  try {
    const state = await runner.stateAt(executionId);
    if (store.getState().executionId !== executionId) return;
    // The log may have been cut before the shown state: the stored state is right.
    if (state !== undefined) setPresent(store, state);
    await readOn(store, runner, executionId);
    if (store.getState().unread !== undefined) store.setState({ unread: undefined });
  } catch (error) {
    if (store.getState().executionId === executionId) store.setState({ unread: toFailure(error) });
  }
}

/** Reads the stored events after those already folded, page by page. */
export async function readOn(store: RunStore, runner: Pick<Runner, 'readEvents'>, executionId: string): Promise<void> {
  for (;;) {
    const { executionId: shown, present } = store.getState();
    if (shown !== executionId) return;
    const events = await runner.readEvents(executionId, present.seq + 1, page);
    if (store.getState().executionId !== executionId) return;
    foldEvents(store, events);
    if (events.length < page) return;
  }
}

/**
 * Applies an update from the engine. A run of the open workflow that has just started replaces the newest run on
 * screen, unless the person looks at an older run (`newest`: id of the newest known run) or back in time. A removed run
 * is replaced by the newest remaining one.
 */
export function takeUpdate(store: RunStore, runner: Runner, update: RunUpdate, newest: string | undefined): void {
  const { workflowId, executionId, travel } = store.getState();
  if (update.workflowId !== workflowId) return;
  if (update.executionId !== executionId) {
    const follows =
      travel === undefined && (executionId === undefined || newest === undefined || executionId === newest);
    if (update.events[0]?.kind !== 'run.started' || !follows) return;
    store.setState(createEmptyRunView(workflowId, update.executionId));
  }
  if (update.gone) {
    void showLatestRun(store, runner, workflowId);
    return;
  }
  if (wasCut(store.getState().present, update.events)) void readState(store, runner, update.executionId);
  else if (!foldEvents(store, update.events)) void readState(store, runner, update.executionId);
  if (update.failure !== undefined) store.setState({ failure: update.failure ?? undefined });
  if (update.waits !== undefined) store.setState({ waits: update.waits });
  const { live } = store.getState();
  const next = takeDeltas(live, update);
  if (next !== live) store.setState({ live: next });
}

/** Whether a run was resumed at an event before the shown state: its log was damaged and cut there. */
function wasCut({ seq }: RunState, events: readonly RunEvent[]): boolean {
  return events.some((event) => event.kind === 'run.resumed' && event.seq <= seq);
}

/** Folds events that continue the run. False if events are missing before them: then the log has to be read. */
function foldEvents(store: RunStore, events: readonly RunEvent[]): boolean {
  const { present } = store.getState();
  const [first] = events;
  if (first !== undefined && first.seq > present.seq + 1) return false;
  const next = reduceRun(present, events);
  if (next !== present) setPresent(store, next);
  return true;
}

function setPresent(store: RunStore, present: RunState): void {
  const ended = !isUnfinished(present.status);
  store.setState(({ travel, run, recalled, owner }) => ({
    present,
    run: travel === undefined ? addRecalled(present, recalled) : run,
    owner: ended ? undefined : owner,
  }));
}

/**
 * Whether an event ends the texts below its path. The start of a task does not: read from the storage, it comes after
 * the first text of the task, which another tab sends at once.
 */
const endsText = (kind: RunEvent['kind']): boolean =>
  kind === 'model.replied' || (kind.startsWith('task.') && kind !== 'task.started');

function takeDeltas(live: RunViewState['live'], update: RunUpdate): RunViewState['live'] {
  if (live.size === 0 && update.deltas.length === 0) return live;
  const ended = update.events.filter(({ kind }) => endsText(kind));
  if (update.deltas.length === 0 && ended.length === 0) return live;
  const next = new Map(live);
  for (const { path, text, isReasoning, call } of update.deltas) {
    if (next.get(path)?.call !== call) next.delete(path);
    const before = next.get(path) ?? { path, text: '', reasoning: '' };
    const part = isReasoning === true ? 'reasoning' : 'text';
    next.set(path, { ...before, call, [part]: (before[part] + text).slice(-maxLive) });
  }
  for (const { path } of ended) {
    for (const turn of next.keys()) if (turn === path || turn.startsWith(`${path}/`)) next.delete(turn);
  }
  return next;
}

/** The streaming text of a task path, of one instance or of whichever began first; undefined if there is none. */
export function findLiveText(
  live: RunViewState['live'],
  taskPath: TaskPath,
  instance?: JournalPath,
): StreamedText | undefined {
  for (const text of live.values()) {
    if (getNearestTaskPath(text.path) === taskPath && (instance === undefined || text.path.startsWith(`${instance}/`)))
      return text;
  }
  return undefined;
}

/** Whether an instance streams only its model's thoughts: its answer has not begun. */
export function isThinkingAt(live: RunViewState['live'], instance: JournalPath): boolean {
  for (const { path, text, reasoning } of live.values()) {
    if (path.startsWith(`${instance}/`)) return text === '' && reasoning !== '';
  }
  return false;
}
