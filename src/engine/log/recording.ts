import type { RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/path';
import { isStep, type StepEvent } from './history';

/** An earlier run whose effects may be taken instead of performing them: where key and input hash are equal. */
export interface Recording {
  readonly lastSeq: number;
  step(key: JournalPath): StepEvent | undefined;
  /** Number of the event by which a task completed: who was first there is first again, as prompts may hang on it. */
  completed(path: JournalPath): number | undefined;
  /** A payload by its ref. */
  read(ref: string): Promise<string | undefined>;
}

/** Reads the log of an earlier run; `read` gives its payloads by their refs. */
export function readRecording(events: readonly RunEvent[], read: Recording['read']): Recording {
  const steps = new Map<JournalPath, StepEvent>();
  const completed = new Map<JournalPath, number>();
  for (const event of events) {
    if (isStep(event)) steps.set(event.path, event);
    else if (event.kind === 'task.completed') completed.set(event.path, event.seq);
  }
  return {
    lastSeq: events.at(-1)?.seq ?? 0,
    step: (key) => steps.get(key),
    completed: (path) => completed.get(path),
    read,
  };
}
