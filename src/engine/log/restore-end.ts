import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { parseIsoTime } from '@/run/iso-time';
import { readResult } from '@/run/result-payload';
import { unknownFailure } from '@/run/unknown-failure';
import type { ResultRecord } from '@/workflow/expressions/environment';
import type { RunContext } from '../attempt';
import { findWholeContent } from '../capture/whole';
import { parseOutput } from '../handler/parse-output';
import type { Completed, EvaluationRequest, TaskEnd } from '../task-end';
import { formatFailureRecord, formatUsage } from '../tasks/results';
import type { EndEvent } from './run-history';

/** How a task ended, read from its end event. */
export async function restoreTaskEnd(
  event: EndEvent,
  task: PlannedTask,
  run: Pick<RunContext, 'journal' | 'recording'>,
): Promise<TaskEnd> {
  if (event.kind === 'task.skipped') {
    const { reason, because } = event.data;
    return { status: 'skipped', reason, ...defined({ because }) };
  }
  const when = { seq: findTaskOrder(run, event, event.seq), endedAt: parseIsoTime(event.t) };
  return endWith(event, task, await run.journal.read(readResult(event)), when);
}

type CompletedData = Extract<EndEvent, { kind: 'task.completed' }>['data'];

/** The fields of the end event of a task that was not skipped. */
type Ended = Pick<Exclude<EndEvent, { kind: 'task.skipped' }>, 'kind' | 'path' | 'error' | 'data'>;

/** How a task ended, when its content is available. */
export function endWith(
  event: Ended,
  task: PlannedTask,
  content: string,
  when: Pick<Completed, 'seq' | 'endedAt'>,
): TaskEnd {
  const { usage, attempts, durationMs, notes = {} } = event.data;
  const capture = event.kind === 'task.completed' ? (event.data as CompletedData).capture : undefined;
  const whole = capture === undefined ? undefined : findWholeContent(capture, task);
  // A view contains banner lines, so it is text.
  const output = whole === undefined ? parseOutput(content, task.outputSchema) : content;
  const figures = {
    notes,
    usage: formatUsage(usage),
    metrics: notes['metrics'] ?? null,
    attempts,
    duration_ms: durationMs,
  };
  if (event.kind === 'task.failed') {
    const failure = event.error ?? unknownFailure;
    const reason = { error: formatFailureRecord(failure), criteria: task.criteria ?? null };
    const record: ResultRecord = { content, output, status: 'FAILED', ...reason, ...figures };
    return { status: 'failed', path: event.path, record, failure };
  }
  const data = event.data as CompletedData;
  const continuation = data.continuation as unknown as EvaluationRequest | undefined;
  const record: ResultRecord = {
    content,
    output,
    status: data.status,
    error: event.error === undefined ? null : formatFailureRecord(event.error),
    criteria: continuation?.criteria ?? task.criteria ?? null,
    ...figures,
    ...defined({ notes: continuation && { ...notes, continuation: continuation as unknown as Json }, whole }),
  };
  return {
    status: 'completed',
    record,
    returns: data.returns ?? {},
    ...when,
    ...defined({ capture, failure: event.error, continuation }),
  };
}

/**
 * The position of a task among those that ended: where it ended in the same way in the recorded run, else after all of
 * those, by its event.
 */
export function findTaskOrder(
  { recording }: Pick<RunContext, 'recording'>,
  { kind, path }: Pick<EndEvent, 'kind' | 'path'>,
  seq: number,
): number {
  const place = recording?.completed(path) ?? (kind === 'task.failed' ? recording?.failed?.(path) : undefined);
  return place ?? (recording?.lastSeq ?? 0) + seq;
}
