import { createCancelledError } from '@/base/cancelled';
import { AppError, fromFailure } from '@/base/errors';
import { isJsonObject, type Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { buildChoiceSchema } from '@/plan/choice-schema';
import type { PlannedBestOf, PlannedTask } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import { createScope } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import { type OpenTry, openTry } from '../effects/open-try';
import { runTogether } from '../effects/together';
import { parseOutput } from '../handler/parse-output';
import { buildFailedOutcome, buildPartFailure, type Outcome } from '../outcome';

/** One of several tries at a task, numbered from 1. */
interface Try {
  readonly n: number;
  readonly outcome: Outcome;
  readonly opened: OpenTry;
}

/**
 * Makes several tries at a task in parallel, each over its own copy of the files, its scripts too. An evaluator chooses
 * one of those that did not fail. The result, and the changes to the files, are those of the chosen try. If all failed,
 * the result is the failure of the first. If only one is left, the evaluator is not asked. Each turn of a try outlasts
 * connection errors itself.
 */
export async function evaluateBestOf(
  task: PlannedTask,
  { n: count, evaluator }: PlannedBestOf,
  attempt: Attempt,
  evaluate: (task: PlannedTask, attempt: Attempt) => Promise<Outcome>,
): Promise<Outcome> {
  const { run, signal } = attempt;
  const opened: OpenTry[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  try {
    const tries = await runTogether(
      signal,
      numbers.map((n) => async (stop) => {
        const own = openTry(run, appendStep(attempt.path, 'try', n));
        opened.push(own);
        const within = { run: own.run, signal: stop };
        const outcome = await attempt
          .within('try', n, (inner) => evaluate(task, inner), within)
          .catch((error: unknown) => buildFailedOutcome(error, stop));
        return { n, outcome, opened: own };
      }),
    );
    const [first, ...others] = tries.filter(({ outcome }) => outcome.failure === undefined);
    if (first === undefined) return tries[0]?.outcome ?? { content: '', notes: {} };

    const { chosen, reason } =
      others.length === 0
        ? { chosen: first, reason: 'The only try that did not fail.' }
        : await chooseTry(task, evaluator, [first, ...others], attempt);
    await chosen.opened.choose(attempt, chosen.n);
    return { ...chosen.outcome, notes: { ...chosen.outcome.notes, best_of: { choice: chosen.n, reason } } };
  } finally {
    await Promise.all(opened.map((each) => each.close()));
  }
}

async function chooseTry(task: PlannedTask, evaluator: PlannedTask, tries: readonly Try[], attempt: Attempt) {
  const candidates = tries.map(({ n, outcome: { content } }) => ({
    n,
    content,
    output: parseOutput(content, task.outputSchema),
  }));
  const outputSchema = evaluator.outputSchema ?? buildChoiceSchema(tries.map(({ n }) => n));
  const end = await attempt.part(
    { ...evaluator, outputSchema },
    {
      environment: createScope('given', { tries: candidates }, attempt.environment),
      givenNames: [['tries']],
      progress: [],
    },
  );
  if (end.status === 'cancelled') throw createCancelledError('The run');
  if (end.status === 'failed') throw fromFailure(buildPartFailure(evaluator, end));
  const answer: Json = end.status === 'completed' && isJsonObject(end.record.output) ? end.record.output : {};
  const chosen = tries.find(({ n }) => n === Number(answer['choice']));
  if (chosen === undefined) throw createNoChoiceError(evaluator, answer['choice'] ?? null, tries);
  return { chosen, reason: String(answer['reason'] ?? '') };
}

function createNoChoiceError({ label }: PlannedTask, choice: Json, tries: readonly Try[]): AppError {
  const numbers = tries.map(({ n }) => n).join(', ');
  return new AppError('INVALID_OUTPUT', `“${label}” chose ${encodeJson(choice)}, which is none of ${numbers}.`, {
    retryable: true,
    advice: 'Let the evaluator answer with {choice, reason}, where choice is the number of a try.',
    details: { violations: [`choice must be one of ${numbers}`] },
  });
}
