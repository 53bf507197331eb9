import { AppError, toFailure } from '@/base/errors';
import type { PlannedDefinition } from '@/plan/plan';
import { isBuiltinDefinition } from '@/workflow/builtin-names';
import type { Attempt, Evaluate } from '../attempt';
import { evaluateWhole } from '../capture/with-wholes';
import { stepContext } from '../context/step-context';
import { parseOutput } from '../handler/parse-output';
import { createInvalidOutputError, listSchemaViolations } from '../handler/violations';
import { bindArguments } from '../library/bind-arguments';
import { callPart } from '../library/call-part';
import { buildPartOutcome, createMissingInputError, type Outcome } from '../outcome';

/**
 * Runs a definition of the library. Its arguments are evaluated here, but its environment has no names of the caller.
 */
export const evaluateCall: Evaluate<'call'> = async (task, attempt) => {
  attempt.started();
  if (attempt.frame.depth.calls > 0) await awaitTurn(attempt);
  const { library } = attempt.run.plan;
  const definition = Object.hasOwn(library, task.ref) ? library[task.ref] : undefined;
  if (definition === undefined) throw createUnknownDefinitionError(task.ref);
  const args = await evaluateWhole(task.args, attempt.environment, false, attempt.run);
  if (!args.ok) throw createMissingInputError(args.error);
  const values = bindArguments(task.ref, definition.parameters, args.value);
  const { context } = stepContext(task, attempt);
  const end = await attempt.part(definition.task, { ...callPart(task.ref, definition, values, attempt), context });
  return checkReturn(definition, buildPartOutcome(definition.task, end));
};

/** The turn of the last call that was asked for in each run, by its log. */
const turns = new WeakMap<object, Promise<void>>();

/**
 * Lets the calls within calls begin one after another, each once the log has taken what was written long before it.
 * Functions that call one another would else all begin at once, and leave nobody a turn to stop them.
 */
async function awaitTurn({ run: { log }, frame }: Attempt): Promise<void> {
  const turn = (turns.get(log) ?? Promise.resolve()).then(() => log.accepted());
  turns.set(log, turn);
  await turn;
  frame.signal.throwIfAborted();
}

/** Checks a result against the definition's `returns`. A text that is declared as text may look like JSON. */
function checkReturn({ returns }: PlannedDefinition, outcome: Outcome): Outcome {
  if (returns === undefined || outcome.failure !== undefined || outcome.skip !== undefined) return outcome;
  const violations = listSchemaViolations(returns, parseOutput(outcome.content, returns));
  if (violations.length === 0 || listSchemaViolations(returns, outcome.content).length === 0) return outcome;
  return { ...outcome, failure: toFailure(createInvalidOutputError(violations)) };
}

function createUnknownDefinitionError(ref: string): AppError {
  const advice = isBuiltinDefinition(ref)
    ? 'It comes with Heddle, and needs a default model of the workflow.'
    : 'Add it to the library of the workflow.';
  return new AppError('TASK_FAILURE', `The library has no “${ref}” that can be run.`, {
    advice,
    details: { reason: 'unknown_definition', ref },
  });
}
