import type { Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import { instanceOf, type JournalPath } from '@/run/journal-path';

/** Kinds of events that hold the result of an effect. */
export const stepKinds = [
  'model.replied',
  'model.fell_back',
  'script.exited',
  'tool.called',
  'input.provided',
  'vote.decided',
  'effect.recorded',
  'context.planned',
  'compaction.done',
] as const;
export type StepKind = (typeof stepKinds)[number];
export type StepEvent = EventOf<StepKind>;
export type EndEvent = EventOf<'task.completed' | 'task.failed' | 'task.skipped'>;

/**
 * What an earlier process left in the log of a run, as far as it is still needed, put in order for the evaluator. Keys
 * are journal paths.
 */
export interface RunHistory {
  readonly lastSeq: number;
  /** ms since 1970; undefined if the run has not been started yet. */
  readonly startedAt: number | undefined;
  /** How the run ended, if it has. */
  readonly end: 'completed' | 'failed' | 'cancelled' | undefined;
  /** Recorded effects of what has not ended; those of steps of pipelines are in {@link RunHistory.pipelines}. */
  readonly steps: ReadonlyMap<JournalPath, StepEvent>;
  /** Tasks that have ended, but for those within others that have. */
  readonly ended: ReadonlyMap<JournalPath, EndEvent>;
  /** How many tasks have ended in all. */
  readonly endedCount: number;
  /** Tasks that were started and have not ended. */
  readonly started: ReadonlyMap<JournalPath, EventOf<'task.started'>>;
  /** Attempts that were given up, by what they were attempts at. */
  readonly retries: ReadonlyMap<JournalPath, readonly EventOf<'task.retrying'>[]>;
  /** Where loops stand, by the path of their task. */
  readonly loops: ReadonlyMap<JournalPath, LoopCursor>;
  /** Where pipelines stand, by the path of the attempt that their steps lie in. */
  readonly pipelines: ReadonlyMap<JournalPath, PipelineCursor>;
  /** What followers were told, by {@link emittedKey}, so that they are not told again. */
  readonly told: ReadonlySet<string>;
  /** What attempts at a task were told of earlier outputs, by the path of the task; without the texts. */
  readonly choices: ReadonlyMap<JournalPath, readonly EventOf<'context.planned'>[]>;
  /** Ids of tasks whose outputs are no candidates any more, by the path of their scope. */
  readonly pruned: ReadonlyMap<JournalPath, ReadonlySet<string>>;
  /** Messages that a person put back, in order. */
  readonly restored: readonly EventOf<'compaction.restored'>[];
}

/** Where the log leaves a loop. */
export interface LoopCursor {
  /**
   * The last round that is logged. It is taken up from its own records: what comes after a round is decided once it is
   * logged.
   */
  readonly latest: EventOf<'iteration.logged'>;
  /** How the rounds before it ended, in order, without what is only to be looked at; of a long loop the newest. */
  readonly before: readonly EventOf<'iteration.logged'>[];
  /** What the rounds before it took. */
  readonly usage: Usage | null;
}

/** The record of a step of a pipeline. */
export type PipelineRecord = EventOf<'model.replied' | 'vote.decided'>;

/** Where the log leaves the steps that one attempt at a pipeline took, in a row. */
export interface PipelineCursor {
  /** The first of them, from 0: an attempt goes on where the one before it stood. */
  readonly from: number;
  /** The last of them. */
  readonly i: number;
  readonly record: PipelineRecord;
  /** Hash of what the first of them was asked. */
  readonly hash: string | undefined;
  /** What those before the last took. */
  readonly usage: Usage | null;
}

/** How {@link RunHistory.told} names an event: two warnings of a path are told apart by what they say. */
export function emittedKey(event: Pick<RunEvent, 'kind' | 'path' | 'data'>): string {
  const { data } = event;
  return `${event.kind} ${event.path} ${'message' in data ? data.message : 'stream' in data ? data.stream : ''}`;
}

/** Puts what an attempt was told to the task that it is an attempt at. */
export function addChoice(
  choices: Map<JournalPath, EventOf<'context.planned'>[]>,
  event: EventOf<'context.planned'>,
): void {
  const task = instanceOf(event.path) ?? '';
  const earlier = choices.get(task);
  if (earlier === undefined) choices.set(task, [event]);
  else earlier.push(event);
}

/** Whether an event holds the result of an effect. */
export function isStep(event: RunEvent): event is StepEvent {
  return steps.has(event.kind);
}

const steps: ReadonlySet<string> = new Set(stepKinds);
