import { parseIsoTime } from '@/run/iso-time';
import { findStartedContainer } from '@/run/projections/parts-of';
import type { RunState, TaskInstance } from '@/run/run-state';
import type { TaskPath } from '@/workflow/task-path';
import { interpolateSeq, type TimedEvent } from './event-times';

/** A section of a run that belongs to a task of the document. */
export interface Phase {
  readonly taskPath: TaskPath;
  /** Its round, from 1; undefined: the task has no rounds. */
  readonly round: number | undefined;
  readonly hasFailed: boolean;
  /** Numbers of events: `from` is included, `to` is not. */
  readonly from: number;
  readonly to: number;
}

interface Span {
  readonly taskPath: TaskPath;
  readonly round: number | undefined;
  readonly hasFailed: boolean;
  readonly start: number;
  readonly end: number;
}

/** The most spans that can be distinguished on a screen. */
const mostPhases = 200;

/**
 * The tasks of the document and their rounds one after another, as spans of the log, for a bar. Of tasks that ran at
 * the same time, the later one covers the earlier from its start. `lastSeq`: the number of the last event.
 */
export function buildPhases(run: RunState, times: readonly TimedEvent[], lastSeq: number): readonly Phase[] {
  if (times.length === 0) return [];
  const spans = listSpans(run).sort((a, b) => a.start - b.start || a.end - b.end);
  const end = lastSeq + 1;
  const phases: Phase[] = [];
  for (const [index, { taskPath, round, hasFailed, start, end: over }] of spans.entries()) {
    const next = spans[index + 1];
    const from = interpolateSeq(times, start);
    const own = over === Number.POSITIVE_INFINITY ? end : Math.min(end, interpolateSeq(times, over) + 1);
    const to = next === undefined ? own : Math.min(own, interpolateSeq(times, next.start));
    if (to > from) phases.push({ taskPath, round, hasFailed, from, to });
  }
  return phases;
}

function listSpans(run: RunState): Span[] {
  const spans: Span[] = [];
  for (const [taskPath, instances] of run.instances) {
    if (findStartedContainer(run, taskPath) !== undefined) continue;
    const rounds = run.rounds.get(taskPath) ?? [];
    const turns = rounds.filter(({ of }) => of !== 'retry').slice(-mostPhases);
    for (const round of turns) spans.push(...buildSpan(taskPath, round.run, round.n));
    // What came after its last round, or everything if it had no rounds.
    const last = turns.at(-1)?.run;
    const after = last !== undefined && 'endedAt' in last ? parseIsoTime(last.endedAt) : undefined;
    for (const instance of instances.slice(-mostPhases)) {
      for (const span of buildSpan(taskPath, instance, undefined)) {
        if (after === undefined) spans.push(span);
        else if (span.end > after) spans.push({ ...span, start: Math.max(span.start, after) });
      }
    }
  }
  return spans.slice(-mostPhases);
}

function buildSpan(taskPath: TaskPath, instance: TaskInstance, round: number | undefined): readonly Span[] {
  if (!('startedAt' in instance)) return [];
  const end = 'endedAt' in instance ? parseIsoTime(instance.endedAt) : Number.POSITIVE_INFINITY;
  const hasFailed = instance.status === 'failed';
  return [{ taskPath, round, hasFailed, start: parseIsoTime(instance.startedAt), end }];
}
