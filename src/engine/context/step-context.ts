import type { PromptPart } from '@/plan/message';
import type { ContextManagement, PlannedTask } from '@/plan/plan';
import type { Attempt, ContextSource } from '../attempt';
import { headed } from '../matching/match-input';
import { matchTask, unmatched } from './match-task';
import { StepHistory } from './step-history';

const byDefault: ContextManagement = {
  inheritContext: 'none',
  accumulateData: false,
  accumulationFormat: 'notes_only',
};

/** What the parts of a multi-step task are told, and the history that it grows by. */
export interface StepContext {
  readonly history: StepHistory;
  readonly context: ContextSource;
}

/**
 * What the parts of a multi-step task are told in the place of the context block (language page, 5.1): of the context
 * of the task itself what is inherited (a subset: what a match keeps of it), of the steps before what is accumulated,
 * and what a match on their own text finds in the memory, all kept apart. What is inherited whole brings the matches of
 * the parent with it, and no match is made.
 */
export function stepContext(task: PlannedTask, attempt: Attempt): StepContext {
  const { inheritContext, accumulateData, accumulationFormat } = task.contextManagement ?? byDefault;
  const history = new StepHistory(accumulationFormat, task.limits.maxContextBytes);
  let inherited: Promise<readonly PromptPart[]> | undefined;
  return {
    history,
    context: async (part, its, room) => {
      if (inheritContext !== 'none') inherited ??= attempt.frame.context(task, attempt, room);
      // What was matched for the parent is not reused by a part that matches again.
      const given = ((await inherited) ?? []).filter(({ kind }) => kind !== 'matched' || !part.rebuildMemory);
      const whole = given.map(({ text }) => text).join('\n\n');
      const previous = accumulateData ? history.text() : '';
      const material = {
        previousOutputs: previous,
        inheritedContext: inheritContext === 'subset' ? whole : '',
      };
      const matched =
        inheritContext === 'full' || part.rebuildMemory ? unmatched : await matchTask(part, its, material);
      const kept = inheritContext === 'subset' ? matched.inherited : whole;
      const parts: PromptPart[] = [
        { kind: 'inherited', text: headed('inherited_context', kept), from: given.flatMap(({ from }) => from) },
        { kind: 'previous', text: previous, from: [] },
        { kind: 'matched', text: headed('files', matched.files), from: [] },
      ];
      return parts.filter(({ text }) => text !== '');
    },
  };
}
