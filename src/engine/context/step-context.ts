import { findInherited } from '@/plan/context/inherited-by';
import type { PromptPart } from '@/plan/message';
import type { ContextManagement, PlannedTask } from '@/plan/plan';
import type { Attempt, ContextSource } from '../attempt';
import { wrapInHeading } from '../matching/match-input';
import { matchTask, unmatched } from './match-task';
import { StepHistory } from './step-history';

const byDefault: ContextManagement = {
  inheritContext: 'none',
  accumulateData: false,
  accumulationFormat: 'notes_only',
};

/** The context of the parts of a multi-step task, and the history that grows with each step. */
export interface StepContext {
  readonly history: StepHistory;
  readonly context: ContextSource;
}

/**
 * The context of the parts of a multi-step task, which replaces the context block (language page, 5.1). It has up to
 * three separate parts: what is inherited of the task's own context (for a subset, what a match keeps of it), the
 * outputs of earlier steps if they accumulate, and the files of the memory that match the part's own text. A context
 * that is inherited whole includes the matches of the parent, so no match is made then.
 */
export function stepContext(task: PlannedTask, attempt: Attempt): StepContext {
  const { accumulateData, accumulationFormat } = task.contextManagement ?? byDefault;
  const history = new StepHistory(accumulationFormat, task.limits.maxContextBytes);
  let inherited: Promise<readonly PromptPart[]> | undefined;
  return {
    history,
    context: async (part, inner, room) => {
      const inheritContext = findInherited(part, task);
      if (inheritContext !== 'none') inherited ??= attempt.frame.context(task, attempt, room);
      // A part that matches again does not reuse what was matched for the parent.
      const given = ((inheritContext === 'none' ? undefined : await inherited) ?? []).filter(
        ({ kind }) => kind !== 'matched' || !part.rebuildMemory,
      );
      const whole = given.map(({ text }) => text).join('\n\n');
      const previous = accumulateData ? history.text() : '';
      const material = {
        previousOutputs: previous,
        inheritedContext: inheritContext === 'subset' ? whole : '',
      };
      const matched =
        inheritContext === 'full' || part.rebuildMemory ? unmatched : await matchTask(part, inner, material);
      const kept = inheritContext === 'subset' ? matched.inherited : whole;
      const parts: PromptPart[] = [
        { kind: 'inherited', text: wrapInHeading('inherited_context', kept), from: given.flatMap(({ from }) => from) },
        { kind: 'previous', text: previous, from: [] },
        { kind: 'matched', text: wrapInHeading('files', matched.files), from: [] },
      ];
      return parts.filter(({ text }) => text !== '');
    },
  };
}
