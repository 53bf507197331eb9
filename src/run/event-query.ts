import type { TaskPath } from '@/workflow/task-path';
import type { RunEvent, RunEventKind } from './events';
import { getNearestTaskPath, type JournalPath } from './journal-path';

export const eventStatuses = ['ok', 'failed', 'waiting', 'skipped'] as const;
/** Outcome of what an event reports. */
export type EventStatus = (typeof eventStatuses)[number];

/** Selects events of a run. An event must meet every condition given. */
export interface EventFilter {
  readonly kinds?: readonly RunEventKind[];
  /** Events of this task and of all tasks in it. */
  readonly taskPath?: TaskPath;
  /** Events at this path and below it, such as those of an attempt or a round. */
  readonly path?: JournalPath;
  readonly status?: EventStatus;
  /** Events of the pipeline with this name. */
  readonly pipeline?: string;
  /** Events whose id begins with this. */
  readonly id?: string;
  /**
   * Text that occurs in the event itself, or its id or at least 4 characters of its start; letter case is ignored.
   * Blobs are not searched.
   */
  readonly text?: string;
}

/** A page of the log. */
export interface EventQuery {
  readonly filter: EventFilter;
  /** Number of the event to start from. */
  readonly from: number;
  readonly direction: 'forward' | 'backward';
  /** The most events to return. */
  readonly limit: number;
}

/** The events that were found, in the direction of the search. */
export interface EventPage {
  readonly events: readonly RunEvent[];
  /**
   * `from` of the next page; null: the log has no more events. There may be more even if this page is short or empty,
   * because a long search is split into parts.
   */
  readonly next: number | null;
}

/** The outcome that an event reports; undefined for an event without an outcome. */
export function findEventStatus(event: RunEvent): EventStatus | undefined {
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

/** Compiles a filter into a function that can test many events. */
export function createEventMatcher({
  kinds,
  taskPath,
  path,
  status,
  pipeline,
  id,
  text,
}: EventFilter): (event: RunEvent) => boolean {
  const kindSet = kinds === undefined ? undefined : new Set<string>(kinds);
  const word = text?.toLowerCase();
  const start = id?.toLowerCase();
  return (event) =>
    (kindSet === undefined || kindSet.has(event.kind)) &&
    (taskPath === undefined || isPathWithin(getNearestTaskPath(event.path), taskPath)) &&
    (path === undefined || isPathWithin(event.path, path)) &&
    (status === undefined || findEventStatus(event) === status) &&
    (pipeline === undefined || event.pipeline === pipeline) &&
    (start === undefined || event.id.startsWith(start)) &&
    (word === undefined || word === '' || hasText(event, word));
}

/** Whether a task path or journal path equals `outer` or lies within it. */
export function isPathWithin(inner: string, outer: string): boolean {
  return inner === outer || outer === '' || inner.startsWith(`${outer}/`);
}

/** Fewest characters that are searched for in ids. Shorter texts occur in too many. */
const shortestId = 4;

function hasText(event: RunEvent, word: string): boolean {
  if (word.length >= shortestId && event.id.startsWith(word)) return true;
  return listEventTexts(event).some((candidate) => candidate.toLowerCase().includes(word));
}

function listEventTexts(event: RunEvent): readonly string[] {
  const { kind, path, pipeline = '', label = '', model = '', task = '', result = '', error } = event;
  const message = kind === 'resource.warning' ? event.data.message : error?.message;
  return [kind, path, pipeline, label, model, task, result, message ?? ''];
}
