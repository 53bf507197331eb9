import { AppError } from '@/base/errors';
import type { EventOf, RunEvent } from '@/run/events';
import { msOfTime } from '@/run/iso-time';
import { instanceOf, type JournalPath } from '@/run/path';

/** Kinds of events that hold the result of an effect. */
export const stepKinds = [
  'model.replied',
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

/** What an earlier process left in the log of a run, put in order for the evaluator. Keys are journal paths. */
export interface History {
  readonly lastSeq: number;
  /** ms since 1970; undefined if the run has not been started yet. */
  readonly startedAt: number | undefined;
  /** How the run ended, if it has. */
  readonly end: 'completed' | 'failed' | 'cancelled' | undefined;
  /** Recorded effects. */
  readonly steps: ReadonlyMap<JournalPath, StepEvent>;
  /** Tasks that have ended. */
  readonly ended: ReadonlyMap<JournalPath, EndEvent>;
  /** When tasks were started, in ms since 1970. */
  readonly started: ReadonlyMap<JournalPath, number>;
  /** Attempts that were given up, by what they were attempts at. */
  readonly retries: ReadonlyMap<JournalPath, readonly EventOf<'task.retrying'>[]>;
  /** Refs of all payloads that its events hold. */
  readonly refs: ReadonlySet<string>;
  /** What followers were told, as `kind path`, so that they are not told again. */
  readonly told: ReadonlySet<string>;
  /** What attempts at a task were told of earlier outputs, by the path of the task. */
  readonly choices: ReadonlyMap<JournalPath, readonly EventOf<'context.planned'>[]>;
  /** Ids of tasks whose outputs are no candidates any more, by the path of their scope. */
  readonly pruned: ReadonlyMap<JournalPath, ReadonlySet<string>>;
  /** Messages that a person put back, in order. */
  readonly restored: readonly EventOf<'compaction.restored'>[];
}

/** Kinds that tell followers how it goes, and that are written once for a path. */
const toldKinds: ReadonlySet<RunEvent['kind']> = new Set([
  'iteration.logged',
  'input.requested',
  'reparse.done',
  'resource.warning',
  'resource.exhausted',
  'output.truncated',
  'output.stored',
]);

/** How {@link History.told} names an event: two warnings of a path are told apart by what they say. */
export function toldKey(event: Pick<RunEvent, 'kind' | 'path' | 'data'>): string {
  const { data } = event;
  return `${event.kind} ${event.path} ${'message' in data ? data.message : 'stream' in data ? data.stream : ''}`;
}

/**
 * Reads the log of a run. Throws an `AppError` (`VALIDATION_ERROR`) if it was written under another plan: its steps
 * would be taken for those of this one.
 */
export function readHistory(events: readonly RunEvent[], planHash: string): History {
  let startedAt: number | undefined;
  let end: History['end'];
  const steps = new Map<JournalPath, StepEvent>();
  const ended = new Map<JournalPath, EndEvent>();
  const started = new Map<JournalPath, number>();
  const retries = new Map<JournalPath, EventOf<'task.retrying'>[]>();
  const refs = new Set<string>();
  const told = new Set<string>();
  const choices = new Map<JournalPath, EventOf<'context.planned'>[]>();
  const pruned = new Map<JournalPath, Set<string>>();
  const restored: EventOf<'compaction.restored'>[] = [];

  for (const event of events) {
    if (event.ref !== undefined) refs.add(event.ref);
    if (toldKinds.has(event.kind)) told.add(toldKey(event));
    switch (event.kind) {
      case 'run.started':
        if (event.data.planHash !== planHash) throw otherPlan();
        startedAt = msOfTime(event.t);
        break;
      case 'run.completed':
        end = 'completed';
        break;
      case 'run.failed':
        end = 'failed';
        break;
      case 'run.cancelled':
        end = 'cancelled';
        break;
      case 'task.started':
        started.set(event.path, msOfTime(event.t));
        break;
      case 'task.retrying': {
        const earlier = retries.get(event.path);
        if (earlier === undefined) retries.set(event.path, [event]);
        else earlier.push(event);
        break;
      }
      case 'task.completed':
      case 'task.failed':
      case 'task.skipped':
        ended.set(event.path, event);
        break;
      case 'compaction.restored':
        restored.push(event);
        break;
      case 'outputs.pruned':
        addPruned(pruned, event);
        break;
      default:
        if (event.kind === 'context.planned') addChoice(choices, event);
        if (isStep(event)) steps.set(event.path, event);
        break;
    }
  }
  const lastSeq = events.at(-1)?.seq ?? 0;
  return { lastSeq, startedAt, end, steps, ended, started, retries, refs, told, choices, pruned, restored };
}

function addPruned(pruned: Map<JournalPath, Set<string>>, { path, data }: EventOf<'outputs.pruned'>): void {
  const gone = pruned.get(path) ?? new Set();
  for (const id of data.pruned) gone.add(id);
  pruned.set(path, gone);
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
  return stepKinds.some((kind) => kind === event.kind);
}

function otherPlan(): AppError {
  return new AppError('VALIDATION_ERROR', 'This run was started with another version of the workflow.', {
    advice: 'Run the version that is stored with it, or start a new run.',
  });
}
