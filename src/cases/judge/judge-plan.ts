import { err, ok, type Result } from '@/base/result';
import { buildPlan } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import { escapeTemplates } from '@/workflow/expressions/variables';
import type { Task } from '@/workflow/tasks';
import { judgementSchema, judgeRole } from './judge-prompt';

/** A question to a judge, whose votes are shown the same in different orders. */
export interface JudgeQuestion {
  /** As `provider:name`. */
  readonly model: string;
  /** One for each vote. */
  readonly prompts: readonly string[];
}

/** The most tokens of an answer, with what the judge thinks before it. */
const mostOutputTokens = 8192;

/** The id of the task in which a judge casts a vote, both counted from 0. */
export const nameVote = (question: number, vote: number): string => `question_${question + 1}_vote_${vote + 1}`;

/** Plans the run of the judge of a case: a task for each vote. Refused with a sentence. `known`: ids of providers. */
export function buildJudgePlan(questions: readonly JudgeQuestion[], known: readonly string[]): Result<Plan, string> {
  const tasks = questions.flatMap(({ model, prompts }, question) =>
    prompts.map((prompt, vote): [string, Task] => [
      nameVote(question, vote),
      {
        type: 'atomic',
        model,
        system: judgeRole,
        description: escapeTemplates(prompt) as string,
        outputSchema: judgementSchema,
        injectContext: false,
      },
    ]),
  );
  const document = {
    limits: { maxOutputTokens: mostOutputTokens },
    tasks: Object.fromEntries(tasks),
  } as WorkflowDocument;
  const plan = buildPlan(document, known);
  if (plan.ok) return ok(plan.value);
  return err(plan.error.find(({ severity }) => severity === 'error')?.message ?? 'The judge cannot be planned.');
}
