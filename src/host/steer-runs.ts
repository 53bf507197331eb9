import { AppError } from '@/base/errors';
import type { HistoryCommands } from '@/engine/compaction/history-commands';
import type { Runner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { Desk } from './desk';
import type { RunHostOptions } from './host-options';
import type { Ownership } from './ownership';
import { isPausedByPerson } from './paused-by-person';

/** What a person can do to a run. */
export type RunSteering = Pick<Runner, 'cancel' | 'pause' | 'resume' | 'provideInput' | 'compact' | 'restore'>;

/** Stops and resumes runs, answers their questions and changes their histories. */
export function steerRuns(
  { stores, refusal: refusalOf }: Pick<RunHostOptions, 'stores' | 'refusal'>,
  ownership: Ownership,
  active: ActiveRuns,
  desk: Desk,
): RunSteering {
  async function stopRun(id: string, kind: 'cancel' | 'pause'): Promise<void> {
    const run = active.get(id);
    if (run !== undefined) {
      run[kind]();
      await run.over;
      return;
    }
    const taken = await ownership.takeHere(id);
    if (taken === undefined) return;
    const stopped = active.goOn(taken, { stop: kind });
    await stopped.started;
    await stopped.over;
  }

  /** Calls `use` on the history of a run that this process runs, or that a person paused. */
  async function changeHistory(id: string, use: (commands: HistoryCommands) => Promise<void>): Promise<void> {
    const run = await active.steady(id);
    if (run?.commands !== undefined) return use(run.commands);
    const taken = await ownership.takeHere(id);
    if (taken === undefined || !(await isPausedByPerson(stores.events, taken.execution))) {
      taken?.hold.release();
      throw createNotHereError('A finished run cannot be changed. An unfinished one can be resumed.');
    }
    let refusal: unknown;
    const instead = (commands: HistoryCommands) =>
      use(commands).catch((error: unknown) => {
        refusal = error;
      });
    const opened = active.goOn(taken, { instead });
    await opened.started;
    await opened.over;
    if (refusal !== undefined) throw refusal;
  }

  return {
    cancel: (id) => stopRun(id, 'cancel'),
    pause: (id) => stopRun(id, 'pause'),
    resume: async (id) => {
      if ((await active.steady(id)) !== undefined) return;
      const taken = (await ownership.takeHere(id)) ?? (await ownership.takeDamaged(id));
      if (taken === undefined) return;
      const refusal = refusalOf?.(taken.execution.plan, taken.execution.workflowId);
      if (refusal !== undefined) {
        taken.hold.release();
        throw refusal;
      }
      await active.goOn(taken).started;
    },
    provideInput: async (id, path, answer) => {
      if (!active.has(id)) throw createNotHereError('Resume it, or answer where it runs.');
      await desk.answer(id, path, answer);
    },
    compact: (id) => changeHistory(id, (commands) => commands.compact()),
    restore: (id, tasks) => changeHistory(id, (commands) => commands.restore(tasks)),
  };
}

function createNotHereError(advice: string): AppError {
  return new AppError('VALIDATION_ERROR', 'This run is not running here.', { advice });
}
