import { AppError } from '@/base/errors';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import type { RunEvent } from '@/run/events';
import { buildIteration, type IterationLog } from '@/run/iteration-log';
import { readEvent } from './event-chunk';
import { type IterationRecord, recordSchemas } from './records';

/** The records of the iterations among events. */
export function buildIterationRecords(executionId: string, events: readonly RunEvent[]): IterationRecord[] {
  return events.flatMap((event) => {
    if (event.kind !== 'iteration.logged' || event.data.ordinal === undefined) return [];
    const { ordinal, exitCode } = event.data;
    return { executionId, ordinal, seq: event.seq, failed: exitCode === 0 ? 0 : 1, event: encodeJson(event) };
  });
}

/**
 * A record as an iteration; undefined if it is damaged or comes from events without iterations. Throws
 * `DAMAGED_RECORD`, `NEWER_VERSION`.
 */
export function parseIterationLog(value: unknown, what: string): IterationLog | undefined {
  const record = recordSchemas.iteration.safeParse(value);
  const event = readEvent(record.success ? tryDecodeJson(record.data.event) : undefined, what);
  if (!record.success || event.kind !== 'iteration.logged') return undefined;
  return buildIteration(record.data.executionId, event);
}

/** A record as an iteration; undefined if it is damaged, so that it does not hide the others. */
export function parseReadableIteration(value: unknown, ordinal: number): IterationLog | undefined {
  try {
    return parseIterationLog(value, `iteration ${ordinal}`);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DAMAGED_RECORD') return undefined;
    throw error;
  }
}
