import type { PromptPart } from '@/plan/message';
import type { ContextManagement, PlannedTask } from '@/plan/plan';
import type { Attempt, ContextSource } from '../attempt';
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
 * What the parts of a multi-step task are told in the place of the context block (language page, 5.1): of the context of the task itself
 * what is inherited, and of the steps before what is accumulated, kept apart.
 */
export function stepContext(task: PlannedTask, attempt: Attempt): StepContext {
  const { inheritContext, accumulateData, accumulationFormat } = task.contextManagement ?? byDefault;
  const history = new StepHistory(accumulationFormat, task.limits.maxContextBytes);
  let inherited: Promise<readonly PromptPart[]> | undefined;
  return {
    history,
    context: async () => {
      const parts: PromptPart[] = [];
      if (inheritContext !== 'none') {
        inherited ??= attempt.frame.context(task, attempt);
        const given = await inherited;
        const text = given.map((part) => part.text).join('\n\n');
        const from = given.flatMap((part) => part.from);
        if (text !== '') {
          parts.push({ kind: 'inherited', text: `<inherited_context>\n${text}\n</inherited_context>`, from });
        }
      }
      const previous = accumulateData ? history.text() : '';
      if (previous !== '') parts.push({ kind: 'previous', text: previous, from: [] });
      return parts;
    },
  };
}
