import { defined } from '@/base/defined';
import { addUsage } from '@/run/add-usage';
import type { Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { unknownFailure } from '@/run/unknown-failure';
import type { FailedTries, LoopCursor, PipelineCursor, PipelineRecord } from './run-history';

/** A path with a number in a series: a round of a loop, a step of a pipeline. */
export interface Counted {
  /** The path that contains them: the task of a loop, the attempt at a pipeline. */
  readonly within: JournalPath;
  readonly n: number;
}

/** The round of a loop that the event ends. */
export function readEndedRound({ path, data }: EventOf<'iteration.logged'>): Counted | undefined {
  return data.of === 'loop' ? readPathNumber(path, '/iter/', '') : undefined;
}

/** The step of a pipeline of which the event tells a failed try. */
export function readTriedStep({ path, data }: EventOf<'iteration.logged'>): Counted | undefined {
  return data.of === 'step' ? readPathNumber(path, '/step/', `/attempt/${data.n}`) : undefined;
}

/** The step of a pipeline whose record the event is; undefined: it is not one. */
export function readPipelineStep(event: RunEvent): (Counted & { readonly record: PipelineRecord }) | undefined {
  if (event.kind !== 'model.replied' && event.kind !== 'vote.decided') return undefined;
  const found = readPathNumber(event.path, '/step/', event.kind === 'vote.decided' ? '' : '/turn/1');
  return found && { ...found, record: event };
}

/**
 * Reads the number at the end of a path, before `end`. The search is safe, because a task's name is never where a kind
 * is.
 */
function readPathNumber(path: JournalPath, kind: string, end: string): Counted | undefined {
  const at = path.lastIndexOf(kind);
  if (at < 0 || !path.endsWith(end)) return undefined;
  const n = path.slice(at + kind.length, path.length - end.length);
  return /^\d+$/.test(n) ? { within: path.slice(0, at), n: Number(n) } : undefined;
}

/** Tests whether a path lies in a round, or step, before the n-th. */
export function isBefore({ within, n }: Counted, kind: 'iter' | 'step'): (path: JournalPath) => boolean {
  const start = `${within}/${kind}/`;
  return (path) => path.startsWith(start) && Number.parseInt(path.slice(start.length), 10) < n;
}

/** The cursor of a loop after another round. It keeps the newest `kept` of the rounds before that. */
export function advanceLoopCursor(
  before: LoopCursor | undefined,
  event: EventOf<'iteration.logged'>,
  kept: number,
): LoopCursor {
  const latest = keepNeededFields(event);
  if (before === undefined) return { latest, before: [], usage: null };
  const usage = sumUsages(before.usage, before.latest.data.usage);
  return { latest, before: [...before.before, before.latest].slice(-kept), usage };
}

/** The fields that later rounds depend on. The rest is in the log, for display. */
function keepNeededFields({ data, ...event }: EventOf<'iteration.logged'>): EventOf<'iteration.logged'> {
  const { n, of, exitCode, capture, state, usage, durationMs } = data;
  return {
    ...event,
    data: { n, of, exitCode, ...defined({ capture, state }), usage, durationMs },
  };
}

/** The cursor of a pipeline after another step. A step that does not follow the last one starts a new series. */
export function advancePipelineCursor(
  before: PipelineCursor | undefined,
  record: PipelineRecord,
  i: number,
): PipelineCursor {
  if (before === undefined || i !== before.i + 1) return { from: i, i, record, hash: record.hash, usage: null };
  return { ...before, i, record, usage: sumUsages(before.usage, sumStepUsage(before.record.data)) };
}

/** The failed tries of a step after another. */
export function addFailedTry(
  before: FailedTries | undefined,
  event: EventOf<'iteration.logged'>,
  i: number,
): FailedTries {
  const { n, usage } = event.data;
  const last = event.error ?? unknownFailure;
  return { i, count: n, last, usage: before?.i === i ? sumUsages(before.usage, usage) : usage };
}

/** What a step used, failed tries included. */
export function sumStepUsage({ usage, failures }: PipelineRecord['data']): Usage | null {
  return sumUsages(usage, failures?.usage ?? null);
}

/** The sum of two usages; null: no model was called. */
export function sumUsages(one: Usage | null, other: Usage | null): Usage | null {
  return other === null ? one : addUsage(one, other);
}
