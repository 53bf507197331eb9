import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { type JournalPath, taskPlaceOf } from '@/run/path';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Runner, RunUpdate } from '@/run/runner';
import type { Place } from '@/workflow/place';

/** Text of a call that is streaming now. It is live only; the log has it when the reply is whole. */
export interface LiveText {
  /** Journal path of the turn. */
  readonly path: JournalPath;
  readonly text: string;
}

/** The run that is shown: the newest of the open workflow. A fold over its events, and what streams. */
export interface RunViewState {
  readonly workflowId: string;
  readonly executionId: string | undefined;
  readonly run: RunState;
  /** By the path of the turn, in the order in which they began. */
  readonly live: ReadonlyMap<JournalPath, LiveText>;
  /** Why a run could not be started, or does not go on where its log cannot tell; until the next start or until it goes on. */
  readonly failure: Failure | undefined;
}

export type RunStore = StoreApi<RunViewState>;

/** Most characters of live text that are kept of a call. */
const maxLive = 20_000;
const page = 1000;

/** Makes the store of the run that is shown. */
export function createRunStore(): RunStore {
  return createStore<RunViewState>(() => noRun(''));
}

function noRun(workflowId: string): RunViewState {
  return { workflowId, executionId: undefined, run: emptyRun, live: new Map(), failure: undefined };
}

/** Shows the newest run of a workflow: reads its events from the store, page by page. Without runs: shows none. */
export async function showLatestRun(store: RunStore, runner: Runner, workflowId: string): Promise<void> {
  store.setState(noRun(workflowId));
  const [latest] = await runner.executions(workflowId);
  if (latest && store.getState().workflowId === workflowId) await showRun(store, runner, latest.id);
}

/** Shows a run: folds its events so far. What arrives by {@link followRuns} meanwhile is folded once, by its number. */
export async function showRun(store: RunStore, runner: Runner, executionId: string): Promise<void> {
  if (store.getState().executionId !== executionId) {
    store.setState({ executionId, run: emptyRun, live: new Map(), failure: undefined });
  }
  for (;;) {
    const { seq } = store.getState().run;
    const events = await runner.readEvents(executionId, seq + 1, page);
    if (store.getState().executionId !== executionId) return;
    foldEvents(store, events);
    if (events.length < page) return;
  }
}

/** Takes in what the engine tells. A run of the open workflow that has just started is shown in the place of the last. */
export function takeUpdate(store: RunStore, runner: Runner, update: RunUpdate): void {
  const { workflowId, executionId } = store.getState();
  if (update.workflowId !== workflowId) return;
  const starts = update.events[0]?.kind === 'run.started';
  if (update.executionId !== executionId) {
    if (!starts) return;
    store.setState({ executionId: update.executionId, run: emptyRun, live: new Map(), failure: undefined });
  }
  if (!foldEvents(store, update.events)) void showRun(store, runner, update.executionId);
  if (update.failure !== undefined) store.setState({ failure: update.failure ?? undefined });
  const { live } = store.getState();
  const next = takeDeltas(live, update);
  if (next !== live) store.setState({ live: next });
}

/** Folds events that continue the run. False if there is a gap before them, which only reading the log can fill. */
function foldEvents(store: RunStore, events: readonly RunEvent[]): boolean {
  const { run } = store.getState();
  const [first] = events;
  if (first !== undefined && first.seq > run.seq + 1) return false;
  const next = reduceRun(run, events);
  if (next !== run) store.setState({ run: next });
  return true;
}

function takeDeltas(live: RunViewState['live'], update: RunUpdate): RunViewState['live'] {
  const ended = update.events.filter((event) => event.kind === 'model.replied' || event.kind.startsWith('task.'));
  if (update.deltas.length === 0 && ended.length === 0) return live;
  const next = new Map(live);
  for (const { path, text } of update.deltas) {
    const whole = (next.get(path)?.text ?? '') + text;
    next.set(path, { path, text: whole.slice(-maxLive) });
  }
  for (const { path } of ended) {
    for (const turn of next.keys()) if (turn === path || turn.startsWith(`${path}/`)) next.delete(turn);
  }
  return next;
}

/** What streams at a place, of one instance of it or of whichever began first; undefined if nothing does. */
export function liveAt(live: RunViewState['live'], place: Place, instance?: JournalPath): LiveText | undefined {
  for (const text of live.values()) {
    if (taskPlaceOf(text.path) === place && (instance === undefined || text.path.startsWith(`${instance}/`)))
      return text;
  }
  return undefined;
}
