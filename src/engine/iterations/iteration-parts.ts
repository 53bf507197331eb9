import { z } from 'zod';
import { defined } from '@/base/defined';
import { startOf } from '@/base/start-of';
import { eventTextLimits, type IterationPart, type Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { parentOfPath } from '@/run/journal-path';
import { resultOf } from '@/run/result-payload';
import { iterationExitCode } from './iteration-exit-code';
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
export function endedPart(
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
    ...workFields(work),
    exitCode: iterationExitCode({ notes, ...defined({ failure: error }) }),
    output: brief(resultOf(event)),
    ...defined({
      capture,
      error: error && { code: error.code, message: startOf(error.message, eventTextLimits.result) },
    }),
  };
}

/** A script that a director asked for, as a part of the round. */
export function scriptPart(event: EventOf<'script.exited'>, work: Work): IterationPart {
  const { exitCode, capture } = event.data;
  const path = parentOfPath(event.path) ?? '';
  return {
    path,
    type: 'script',
    ...workFields(work),
    exitCode,
    output: brief(resultOf(event)),
    ...defined({ capture }),
  };
}

function workFields(work: Work | undefined) {
  if (work === undefined) return {};
  const { command, prompt, stderr, stderrCapture } = work;
  return {
    ...(command.length === 0 ? {} : { command: brief(command) }),
    ...defined({ prompt, stderr: stderr && brief(stderr), stderrCapture }),
  };
}

/** A text that is stored as a blob needs only its start in a list. */
function brief(payload: Payload): Payload {
  return payload.ref === undefined ? payload : { ...payload, text: startOf(payload.text, eventTextLimits.task) };
}
