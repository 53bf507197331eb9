import { z } from 'zod';
import { defined } from '@/base/defined';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits, type IterationPart, type Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { findParentPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import { computeIterationExitCode } from './iteration-exit-code';
import { type Work, workSchema } from './iteration-note';

/** A part of an iteration that has started and not ended. */
export const openPartSchema = z.strictObject({
  type: z.string(),
  /** What it ran last. */
  work: workSchema.optional(),
  /** Whether other tasks run in it. They are the parts then. */
  holdsParts: z.boolean().optional(),
});
export type OpenPart = z.infer<typeof openPartSchema>;

/** The part whose task an event ends; undefined: a container, whose own parts tell all. */
export function buildEndedPart(
  event: EventOf<'task.completed' | 'task.failed'>,
  { type, work, holdsParts = false }: OpenPart = { type: '' },
): IterationPart | undefined {
  const { path, error, data } = event;
  const failedItself = error !== undefined && error.details?.['failed'] === undefined;
  if (holdsParts && work === undefined && !failedItself) return undefined;
  const { notes = {} } = data;
  const capture = 'capture' in data ? data.capture : undefined;
  return {
    path,
    type,
    ...buildWorkFields(work),
    exitCode: computeIterationExitCode({ notes, ...defined({ failure: error }) }),
    output: shortenPayload(readResult(event)),
    ...defined({
      capture,
      error: error && { code: error.code, message: cutToStart(error.message, eventTextLimits.result) },
    }),
  };
}

/** A script that a director asked for, as a part of the round. */
export function buildScriptPart(event: EventOf<'script.exited'>, work: Work): IterationPart {
  const { exitCode, capture } = event.data;
  const path = findParentPath(event.path) ?? '';
  return {
    path,
    type: 'script',
    ...buildWorkFields(work),
    exitCode,
    output: shortenPayload(readResult(event)),
    ...defined({ capture }),
  };
}

function buildWorkFields(work: Work | undefined) {
  if (work === undefined) return {};
  const { command, prompt, stderr, stderrCapture } = work;
  return {
    ...(command.length === 0 ? {} : { command: shortenPayload(command) }),
    ...defined({ prompt, stderr: stderr && shortenPayload(stderr), stderrCapture }),
  };
}

/** A text that is stored as a blob needs only its start in a list. */
function shortenPayload(payload: Payload): Payload {
  return payload.ref === undefined ? payload : { ...payload, text: cutToStart(payload.text, eventTextLimits.task) };
}
