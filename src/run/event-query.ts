import type { TaskPath } from '@/workflow/task-path';
import type { RunEvent, RunEventKind } from './events';
import { type JournalPath, nearestTaskPath } from './journal-path';

export const eventStatuses = ['ok', 'failed', 'waiting', 'skipped'] as const;
/** How what an event tells of went. */
export type EventStatus = (typeof eventStatuses)[number];

/** Which events of a run are wanted: those for which all that is said here holds. */
export interface EventFilter {
  readonly kinds?: readonly RunEventKind[];
  /** Of a task, and of all tasks in it. */
  readonly taskPath?: TaskPath;
  /** Of a path, and of all below it: an attempt, a round. */
  readonly path?: JournalPath;
  readonly status?: EventStatus;
  /** Somewhere in the texts of the event itself, whatever its case. */
  readonly text?: string;
}

/** A page of the log. */
export interface EventQuery {
  readonly filter: EventFilter;
  /** Number of the event to begin with. */
  readonly from: number;
  readonly direction: 'forward' | 'backward';
  /** The most events that are wanted. */
  readonly limit: number;
}

/** What was found, in the direction in which it was looked for. */
export interface EventPage {
  readonly events: readonly RunEvent[];
  /**
   * Where to continue; null: the log has no more. There may be more even where few or none were found: a search is cut
   * into parts.
   */
  readonly next: number | null;
}

/** How an event went; undefined for one of which that cannot be said. */
export function statusOf(event: RunEvent): EventStatus | undefined {
  switch (event.kind) {
    case 'run.completed':
    case 'model.replied':
    case 'vote.decided':
      return 'ok';
    case 'task.completed':
      return event.error === undefined ? 'ok' : 'failed';
    case 'script.exited':
    case 'iteration.logged':
      return event.data.exitCode === 0 ? 'ok' : 'failed';
    case 'tool.called':
      return event.data.isError ? 'failed' : 'ok';
    case 'run.failed':
    case 'task.failed':
    case 'task.retrying':
    case 'resource.exhausted':
      return 'failed';
    case 'run.paused':
    case 'input.requested':
      return 'waiting';
    case 'task.skipped':
    case 'task.cancelled':
    case 'run.cancelled':
      return 'skipped';
    default:
      return undefined;
  }
}

/** A filter, made ready to be asked of many events. */
export function eventMatcher({ kinds, taskPath, path, status, text }: EventFilter): (event: RunEvent) => boolean {
  const wanted = kinds === undefined ? undefined : new Set<string>(kinds);
  const word = text?.toLowerCase();
  return (event) =>
    (wanted === undefined || wanted.has(event.kind)) &&
    (taskPath === undefined || isWithin(nearestTaskPath(event.path), taskPath)) &&
    (path === undefined || isWithin(event.path, path)) &&
    (status === undefined || statusOf(event) === status) &&
    (word === undefined || word === '' || textsOf(event).some((one) => one.toLowerCase().includes(word)));
}

/** Whether a place or a path is another one, or lies in it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || outer === '' || inner.startsWith(`${outer}/`);
}

function textsOf(event: RunEvent): readonly string[] {
  const { kind, path, label = '', model = '', task = '', result = '', error } = event;
  const message = kind === 'resource.warning' ? event.data.message : error?.message;
  return [kind, path, label, model, task, result, message ?? ''];
}
