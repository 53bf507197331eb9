import { AppError } from '@/base/errors';
import { addUsage } from '@/run/add-usage';
import type { EventOf, RunEvent, Usage } from '@/run/events';
import { msOfTime } from '@/run/iso-time';
import { taskOfPath } from '@/run/path';

/** Kinds of events that hold the result of an effect. */
export type StepKind = 'model.replied' | 'script.exited' | 'effect.recorded';
export type StepEvent = EventOf<StepKind>;
type EndEvent = EventOf<'task.completed' | 'task.failed' | 'task.skipped'>;

/** What an earlier process left in the log of a run, put in order for the evaluator. */
export interface History {
  readonly lastSeq: number;
  /** ms since 1970; undefined if the run has not been started yet. */
  readonly startedAt: number | undefined;
  /** How the run ended, if it has. */
  readonly end: 'completed' | 'failed' | 'cancelled' | undefined;
  /** Recorded effects by journal key. */
  readonly steps: ReadonlyMap<string, StepEvent>;
  /** Tasks that have ended, in the order in which they did. */
  readonly ended: ReadonlyMap<string, EndEvent>;
  /** When tasks were started, in ms since 1970. */
  readonly started: ReadonlyMap<string, number>;
  /** Attempts that were given up, by task. */
  readonly retries: ReadonlyMap<string, readonly EventOf<'task.retrying'>[]>;
  /** Usage of all replies, by task. */
  readonly usage: ReadonlyMap<string, Usage>;
}

/**
 * Reads the log of a run. Throws an `AppError` (`VALIDATION_ERROR`) if it was written under another plan: its steps
 * would be taken for those of this one.
 */
export function readHistory(events: readonly RunEvent[], planHash: string): History {
  let startedAt: number | undefined;
  let end: History['end'];
  const steps = new Map<string, StepEvent>();
  const ended = new Map<string, EndEvent>();
  const started = new Map<string, number>();
  const retries = new Map<string, EventOf<'task.retrying'>[]>();
  const usage = new Map<string, Usage>();

  for (const event of events) {
    const task = taskOfPath(event.path) ?? '';
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
        started.set(task, msOfTime(event.t));
        break;
      case 'task.retrying':
        retries.set(task, [...(retries.get(task) ?? []), event]);
        break;
      case 'task.completed':
      case 'task.failed':
      case 'task.skipped':
        ended.set(task, event);
        break;
      case 'model.replied':
        usage.set(task, addUsage(usage.get(task) ?? null, event.data.usage));
        steps.set(event.path, event);
        break;
      case 'script.exited':
      case 'effect.recorded':
        steps.set(event.path, event);
        break;
      default:
        // The others tell a follower how it went; nothing is decided by them.
        break;
    }
  }
  return { lastSeq: events.at(-1)?.seq ?? 0, startedAt, end, steps, ended, started, retries, usage };
}

function otherPlan(): AppError {
  return new AppError('VALIDATION_ERROR', 'This run was started with another version of the workflow.', {
    advice: 'Run the version that is stored with it, or start a new run.',
  });
}
