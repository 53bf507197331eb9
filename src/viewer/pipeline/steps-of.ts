import type { JournalPath } from '@/run/journal-path';
import type { RunState } from '@/run/run-state';
import type { TaskPath } from '@/workflow/task-path';
import { createCallStep, createVoteStep, type StepEntry } from './step-entry';

/** The newest loaded steps of a pipeline, the newest first, at most this many. It looks at no more than it returns. */
export function listNewestSteps(
  { votes, calls }: Pick<RunState, 'votes' | 'calls'>,
  taskPath: TaskPath,
  instance: JournalPath,
  most: number,
): readonly StepEntry[] {
  const within = `${instance}/`;
  const ofVotes = votes.get(taskPath) ?? [];
  const steps: StepEntry[] = [];
  const takeStep = (step: StepEntry | undefined) => {
    if (step !== undefined && step.step > 0 && step.path.startsWith(within)) steps.push(step);
    return steps.length < most;
  };
  if (ofVotes.length > 0) {
    for (let at = ofVotes.length - 1; at >= 0; at -= 1) {
      const vote = ofVotes[at];
      if (vote !== undefined && !takeStep(createVoteStep(vote))) break;
    }
    return steps;
  }
  const ofCalls = calls.get(taskPath) ?? [];
  for (let at = ofCalls.length - 1; at >= 0; at -= 1) {
    const call = ofCalls[at];
    if (call?.kind === 'model' && !takeStep(createCallStep(call))) break;
  }
  return steps;
}
