import type { Failure } from '@/base/errors';
import type { Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import { findInstance, type JournalPath } from '@/run/journal-path';

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

/** What an earlier process left in the log of a run and the evaluator still needs, in order. Keys are journal paths. */
export interface RunHistory {
  readonly lastSeq: number;
  /** ms since 1970; undefined if the run has not been started yet. */
  readonly startedAt: number | undefined;
  /** When its last event was written, in ms since 1970; undefined if that is not known. */
  readonly lastAt: number | undefined;
  /** When no process ran it, in order. */
  readonly gaps: readonly RunGap[];
  /** How the run ended, if it has. */
  readonly end: 'completed' | 'failed' | 'cancelled' | undefined;
  /** Recorded effects of tasks that have not ended. Those of pipeline steps are in {@link RunHistory.pipelines}. */
  readonly steps: ReadonlyMap<JournalPath, StepEvent>;
  /** Tasks that have ended, except those inside another ended task. */
  readonly ended: ReadonlyMap<JournalPath, EndEvent>;
  /** How many tasks have ended in all. */
  readonly endedCount: number;
  /** Tasks that have started and not ended. */
  readonly started: ReadonlyMap<JournalPath, EventOf<'task.started'>>;
  /** Failed attempts that are retried, by the path of the task or round that they are attempts at. */
  /** Whether the last answer at a breakpoint was to go one step. */
  readonly lastStep: boolean;
  readonly retries: ReadonlyMap<JournalPath, readonly EventOf<'task.retrying'>[]>;
  /** The position of each loop, by the path of its task. */
  readonly loops: ReadonlyMap<JournalPath, LoopCursor>;
  /** The position of each pipeline, by the path of the attempt that its steps lie in. */
  readonly pipelines: ReadonlyMap<JournalPath, PipelineCursor>;
  /** Failed tries of the step that a pipeline is at, by the same path. */
  readonly failedTries: ReadonlyMap<JournalPath, FailedTries>;
  /** Events that followers have got already, by {@link buildEmittedKey}, so that they are not emitted again. */
  readonly told: ReadonlySet<string>;
  /**
   * Which earlier outputs went into the contexts of the attempts at a task, by the path of the task; without the texts.
   */
  readonly choices: ReadonlyMap<JournalPath, readonly EventOf<'context.planned'>[]>;
  /** Ids of tasks whose outputs are no longer candidates for a context, by the path of their scope. */
  readonly pruned: ReadonlyMap<JournalPath, ReadonlySet<string>>;
  /** Messages that a person restored, in order. */
  readonly restored: readonly EventOf<'compaction.restored'>[];
}

/** A time in which no process ran a run: from its last event to when it was resumed, in ms since 1970. */
export interface RunGap {
  readonly from: number;
  readonly to: number;
}

/** The position of a loop according to the log. */
export interface LoopCursor {
  /**
   * The last logged round. It is resumed from its own records, because the decision what follows comes after it is
   * logged.
   */
  readonly latest: EventOf<'iteration.logged'>;
  /**
   * The ends of the rounds before it, in order, without fields that are only for display. For a long loop, only the
   * newest.
   */
  readonly before: readonly EventOf<'iteration.logged'>[];
  /** What the rounds before it used. */
  readonly usage: Usage | null;
}

/** The record of a step of a pipeline. */
export type PipelineRecord = EventOf<'model.replied' | 'vote.decided'>;

/** The position of a pipeline according to the log: consecutive steps of one attempt. */
export interface PipelineCursor {
  /** Index of the first step, from 0: an attempt continues where the one before it stopped. */
  readonly from: number;
  /** Index of the last step. */
  readonly i: number;
  readonly record: PipelineRecord;
  /** Hash of the first step's input. */
  readonly hash: string | undefined;
  /** What the steps before the last one used. */
  readonly usage: Usage | null;
}

/** Failed tries of one step of a pipeline. */
export interface FailedTries {
  /** Index of the step. */
  readonly i: number;
  readonly count: number;
  readonly last: Failure;
  readonly usage: Usage | null;
}

/** The key of an event in {@link RunHistory.told}. Warnings of one path differ by their message. */
export function buildEmittedKey(event: Pick<RunEvent, 'kind' | 'path' | 'data'>): string {
  const { data } = event;
  return `${event.kind} ${event.path} ${'message' in data ? data.message : 'stream' in data ? data.stream : ''}`;
}

/** Adds what an attempt had in its context to the list of its task. */
export function addChoice(
  choices: Map<JournalPath, EventOf<'context.planned'>[]>,
  event: EventOf<'context.planned'>,
): void {
  const task = findInstance(event.path) ?? '';
  const earlier = choices.get(task);
  if (earlier === undefined) choices.set(task, [event]);
  else earlier.push(event);
}

/** Whether an event holds the result of an effect. */
export function isStep(event: RunEvent): event is StepEvent {
  return steps.has(event.kind);
}

const steps: ReadonlySet<string> = new Set(stepKinds);
