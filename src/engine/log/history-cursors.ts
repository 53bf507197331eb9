import { addUsage } from '@/run/add-usage';
import type { Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { LoopCursor, PipelineCursor, PipelineRecord } from './run-history';

/** A place of which there are many in a row: a round of a loop, a step of a pipeline. */
export interface Counted {
  /** What they lie in: the task of a loop, the attempt at a pipeline. */
  readonly within: JournalPath;
  readonly n: number;
}

/** The round of a loop of which an event tells that it is over. */
export function roundOf({ path, data }: EventOf<'iteration.logged'>): Counted | undefined {
  return data.of === 'loop' ? counted(path, '/iter/', '') : undefined;
}

/** Whether an event is the record of a step of a pipeline, and of which. */
export function pipelineStepOf(event: RunEvent): (Counted & { readonly record: PipelineRecord }) | undefined {
  if (event.kind !== 'model.replied' && event.kind !== 'vote.decided') return undefined;
  const found = counted(event.path, '/step/', event.kind === 'vote.decided' ? '' : '/turn/1');
  return found && { ...found, record: event };
}

/** What a path counts, if it ends with a number, but for `end`: names of tasks are where kinds never are. */
function counted(path: JournalPath, kind: string, end: string): Counted | undefined {
  const at = path.lastIndexOf(kind);
  if (at < 0 || !path.endsWith(end)) return undefined;
  const n = path.slice(at + kind.length, path.length - end.length);
  return /^\d+$/.test(n) ? { within: path.slice(0, at), n: Number(n) } : undefined;
}

/** Whether a path lies in one of the rounds, or steps, before the n-th. */
export function isBefore({ within, n }: Counted, kind: 'iter' | 'step'): (path: JournalPath) => boolean {
  const start = `${within}/${kind}/`;
  return (path) => path.startsWith(start) && Number.parseInt(path.slice(start.length), 10) < n;
}

/** A loop after a further round; of the rounds before it the newest `kept` stay. */
export function afterRound(
  before: LoopCursor | undefined,
  event: EventOf<'iteration.logged'>,
  kept: number,
): LoopCursor {
  const latest = slim(event);
  if (before === undefined) return { latest, before: [], usage: null };
  const usage = sum(before.usage, before.latest.data.usage);
  return { latest, before: [...before.before, before.latest].slice(-kept), usage };
}

/** What the rounds after it hang on; the rest is in the log for whoever looks at it. */
function slim({ data, ...event }: EventOf<'iteration.logged'>): EventOf<'iteration.logged'> {
  const { n, of, exitCode, capture, usage, durationMs } = data;
  return { ...event, data: { n, of, exitCode, ...(capture === undefined ? {} : { capture }), usage, durationMs } };
}

/** An attempt at a pipeline after a further step. One that does not follow on the last begins anew. */
export function afterStep(before: PipelineCursor | undefined, record: PipelineRecord, i: number): PipelineCursor {
  if (before === undefined || i !== before.i + 1) return { from: i, i, record, hash: record.hash, usage: null };
  return { ...before, i, record, usage: sum(before.usage, before.record.data.usage) };
}

function sum(one: Usage | null, other: Usage | null): Usage | null {
  return other === null ? one : addUsage(one, other);
}
