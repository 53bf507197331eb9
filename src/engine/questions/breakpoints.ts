import { hashValue } from '@/base/hash';
import { encodeJson } from '@/base/json-text';
import type { PlannedTask } from '@/plan/plan';
import { breakpointForm as form, isOneStep } from '@/run/breakpoint';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Frame } from '../attempt';
import type { RunHistory } from '../log/run-history';
import { askPerson } from './ask-person';

type Moment = 'before' | 'after';

/**
 * Pauses a run at the breakpoints of its tasks: it asks the person how to go on, through the log, so that a resumed run
 * asks again, and a run on a command line without a terminal waits. While it asks, no other task starts; what is under
 * way goes on to its end.
 */
export class Breakpoints {
  readonly #isActive: boolean;
  #stepping: boolean;
  /** Settles when the person has answered; undefined: nobody is asked. */
  #asking: Promise<void> | undefined;

  /** `history`: what earlier processes of the run left in its log. */
  constructor(isActive: boolean, { lastStep }: Pick<RunHistory, 'lastStep'>) {
    this.#isActive = isActive;
    this.#stepping = lastStep;
  }

  /** Wait for it before a task starts. Rejects with `CANCELLED` when the run is stopped. */
  async before(task: PlannedTask, path: JournalPath, frame: Frame): Promise<void> {
    if (!this.#isActive || frame.run.recording?.isHeld?.(path) === true) return;
    while (this.#asking !== undefined) await this.#asking;
    if (task.breakpoint === 'before' || this.#stepping) await this.#ask(task, path, 'before', frame);
  }

  /** Wait for it after a task has ended. */
  async after(task: PlannedTask, path: JournalPath, frame: Frame): Promise<void> {
    if (!this.#isActive || task.breakpoint !== 'after' || frame.run.recording?.isHeld?.(path) === true) return;
    if (frame.run.history.steps.has(appendStep(path, 'ask', 'after'))) return;
    while (this.#asking !== undefined) await this.#asking;
    // The task has ended, whether or not the run is stopped now.
    await this.#ask(task, path, 'after', frame).catch((error: unknown) => {
      if (!frame.signal.aborted) throw error;
    });
  }

  async #ask(task: PlannedTask, path: JournalPath, moment: Moment, { run, signal }: Frame): Promise<void> {
    let ignoreAnswer = () => {};
    this.#asking = new Promise((resolve) => {
      ignoreAnswer = resolve;
    });
    try {
      const text =
        moment === 'before'
          ? `The run pauses before “${task.label}”.`
          : `“${task.label}” has ended, and the run pauses.`;
      const findStepProblem = async (answer: string) =>
        isOneStep(answer) === undefined ? 'Answer “continue” or “step”.' : undefined;
      const question = {
        kind: 'breakpoint',
        path: appendStep(path, 'ask', moment),
        text,
        form,
        problemOf: findStepProblem,
      } as const;
      const recorded = await run.journal.payload(encodeJson(form));
      // A fork pauses again.
      const inputHash = hashValue([run.executionId, moment]);
      const answer = await askPerson({ question, inputHash, data: { form: recorded }, waitMs: 0 }, { run, signal });
      this.#stepping = isOneStep(answer ?? '') === true;
    } finally {
      this.#asking = undefined;
      ignoreAnswer();
    }
  }
}
