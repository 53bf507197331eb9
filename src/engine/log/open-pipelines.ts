import type { EventDraft, EventOf, RunEvent } from '@/run/events';
import { findTasksAround, type JournalPath } from '@/run/journal-path';

/** The pipelines of a run that have started and not ended: which of them, and which step, an event belongs to. */
export class OpenPipelines {
  /** Names by the journal path of the task. */
  readonly #names = new Map<JournalPath, string>();

  /** `started`: tasks that an earlier process started and did not end. */
  constructor(started: Iterable<EventOf<'task.started'>>) {
    for (const event of started) this.#open(event);
  }

  /** The pipeline and the step of an event. To be called once for each event, in the order of the log. */
  fieldsOf(draft: EventDraft): Pick<RunEvent, 'pipeline' | 'step'> {
    if (draft.kind === 'task.started') this.#open(draft);
    if (this.#names.size === 0) return {};
    const { kind, path } = draft;
    const fields = this.#around(path);
    if (kind === 'task.completed' || kind === 'task.failed' || kind === 'task.skipped' || kind === 'task.cancelled') {
      this.#names.delete(path);
    }
    return fields;
  }

  #open({ path, pipeline }: Pick<RunEvent, 'path' | 'pipeline'>): void {
    if (pipeline !== undefined) this.#names.set(path, pipeline);
  }

  #around(path: JournalPath): Pick<RunEvent, 'pipeline' | 'step'> {
    for (let [task, container] = findTasksAround(path); task !== ''; [task, container] = findTasksAround(container)) {
      const pipeline = this.#names.get(task);
      if (pipeline === undefined) continue;
      const step = /\/step\/(\d+)(?:\/|$)/.exec(path.slice(task.length))?.[1];
      return { pipeline, ...(step === undefined ? {} : { step: Number(step) }) };
    }
    return {};
  }
}
