import type { EventOf, RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/path';
import { addChoice, isStep, type StepEvent } from './history';

/** An earlier run whose effects may be taken instead of performing them: where key and input hash are equal. */
export interface Recording {
  readonly lastSeq: number;
  step(key: JournalPath): StepEvent | undefined;
  /** Number of the event by which a task completed: who was first there is first again, as prompts may hang on it. */
  completed(path: JournalPath): number | undefined;
  /** What attempts at a task were told of earlier outputs, by the path of the task. */
  choices(task: JournalPath): readonly EventOf<'context.planned'>[];
  /** A payload by its ref. */
  read(ref: string): Promise<string | undefined>;
}

/** Reads the log of an earlier run; `read` gives its payloads by their refs. */
export function readRecording(events: readonly RunEvent[], read: Recording['read']): Recording {
  const steps = new Map<JournalPath, StepEvent>();
  const completed = new Map<JournalPath, number>();
  const choices = new Map<JournalPath, EventOf<'context.planned'>[]>();
  for (const event of events) {
    if (event.kind === 'context.planned') addChoice(choices, event);
    if (isStep(event)) steps.set(event.path, event);
    else if (event.kind === 'task.completed') completed.set(event.path, event.seq);
  }
  return {
    lastSeq: events.at(-1)?.seq ?? 0,
    step: (key) => steps.get(key),
    completed: (path) => completed.get(path),
    choices: (task) => choices.get(task) ?? [],
    read,
  };
}
