import { msOfTime } from '@/run/iso-time';
import { startedHolder } from '@/run/projections/parts-of';
import type { RunState, TaskInstance } from '@/run/run-state';
import type { TaskPath } from '@/workflow/place';
import { seqAt, type TimedEvent } from './event-times';

/** A part of a run that belonged to a task of the document. */
export interface Phase {
  readonly place: TaskPath;
  /** Round of it, from 1, where it went in rounds. */
  readonly round: number | undefined;
  /** How many items or steps ran in it; 0: it holds none. */
  readonly parts: number;
  /** Numbers of events: from this one up to, but not with, the other. */
  readonly from: number;
  readonly to: number;
}

interface Span {
  readonly place: TaskPath;
  readonly round: number | undefined;
  readonly parts: number;
  readonly start: number;
  readonly end: number;
}

/** Most spans that can be told apart on a screen. */
const mostPhases = 200;

/**
 * The tasks of the document and their rounds one after the other, as spans of the log, for a bar. Of tasks that ran
 * beside one another the later one is seen from where it began. `lastSeq`: the number of the last event.
 */
export function phasesOf(run: RunState, times: readonly TimedEvent[], lastSeq: number): readonly Phase[] {
  if (times.length === 0) return [];
  const spans = spansOf(run).sort((a, b) => a.start - b.start || a.end - b.end);
  const end = lastSeq + 1;
  const phases: Phase[] = [];
  for (const [index, { place, round, parts, start, end: over }] of spans.entries()) {
    const next = spans[index + 1];
    const from = seqAt(times, start);
    const own = over === Number.POSITIVE_INFINITY ? end : Math.min(end, seqAt(times, over) + 1);
    const to = next === undefined ? own : Math.min(own, seqAt(times, next.start));
    if (to > from) phases.push({ place, round, parts, from, to });
  }
  return phases;
}

function spansOf(run: RunState): Span[] {
  const spans: Span[] = [];
  const held = countHeld(run);
  for (const [place, instances] of run.instances) {
    if (startedHolder(run, place) !== undefined) continue;
    const rounds = run.rounds.get(place) ?? [];
    const turns = rounds.filter(({ of }) => of !== 'retry').slice(-mostPhases);
    for (const round of turns) spans.push(...spanOf(place, round.run, round.n, 0));
    // What came after its last round, or all of it where it went in none.
    const last = turns.at(-1)?.run;
    const after = last !== undefined && 'endedAt' in last ? msOfTime(last.endedAt) : undefined;
    for (const instance of instances.slice(-mostPhases)) {
      for (const span of spanOf(place, instance, undefined, held.get(place) ?? 0)) {
        if (after === undefined) spans.push(span);
        else if (span.end > after) spans.push({ ...span, start: Math.max(span.start, after) });
      }
    }
  }
  return spans.slice(-mostPhases);
}

function spanOf(place: TaskPath, instance: TaskInstance, round: number | undefined, parts: number): readonly Span[] {
  if (!('startedAt' in instance)) return [];
  const end = 'endedAt' in instance ? msOfTime(instance.endedAt) : Number.POSITIVE_INFINITY;
  return [{ place, round, parts, start: msOfTime(instance.startedAt), end }];
}

/** How many instances ran directly within each task. */
function countHeld(run: RunState): ReadonlyMap<TaskPath, number> {
  const counts = new Map<TaskPath, number>();
  for (const [place, instances] of run.instances) {
    const holder = startedHolder(run, place);
    if (holder !== undefined) counts.set(holder, Math.max(counts.get(holder) ?? 0, instances.length));
  }
  return counts;
}
