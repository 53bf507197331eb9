import { isJudgedType, parseExpectationType } from '@/workflow/expectation-types';
import { parseExpectedTask } from '@/workflow/expected-task';
import type { Expectation } from '@/workflow/test-case-schema';
import { findExpectationProblem } from '@/workflow/validate/check-tests';
import type { CodeSandbox } from './evaluate-code';
import { evaluateContent } from './evaluate-content';
import { evaluateTrajectory } from './evaluate-trajectory';
import {
  type CaseNames,
  createHeldItem,
  createItemError,
  decideCount,
  decideItem,
  type EvaluatedExpectation,
  type EvaluatedItem,
} from './evaluated-item';
import { type EvidenceStep, findEnds, type RunEvidence } from './run-evidence';

/** Judges one expectation by the evidence of a finished run. */
export async function evaluateExpectation(
  expectation: Expectation,
  evidence: RunEvidence,
  names: CaseNames,
  scripts?: CodeSandbox,
): Promise<EvaluatedExpectation> {
  const problem = findExpectationProblem(expectation);
  if (problem !== undefined) return { expectation, ...createItemError(problem) };
  if (isJudgedType(expectation.type)) {
    return { expectation, ...createHeldItem(`“${expectation.type}” is judged by a model.`) };
  }
  try {
    const judged = await evaluateWhere(expectation, evidence, names, scripts);
    return { expectation, ...(parseExpectationType(expectation.type).isNegated ? turnRound(judged) : judged) };
  } catch (error) {
    return { expectation, ...createItemError(error instanceof Error ? error.message : String(error)) };
  }
}

/** Only what was judged can be turned round: what is held or in error stays so. */
function turnRound(judged: EvaluatedItem): EvaluatedItem {
  if (judged.state === 'held' || judged.state === 'error') return judged;
  const isPassed = judged.state === 'failed';
  return {
    ...judged,
    state: isPassed ? 'passed' : 'failed',
    score: isPassed ? 1 : 0,
    reason: `Turned round: ${judged.reason}`,
  };
}

/** Judges the results that `task` names: one, or all, of which the first that fails counts. */
async function evaluateWhere(
  expectation: Expectation,
  evidence: RunEvidence,
  names: CaseNames,
  scripts: CodeSandbox,
): Promise<EvaluatedItem> {
  const { type, task } = expectation;
  const { plain } = parseExpectationType(type);
  const where = task === undefined ? undefined : parseExpectedTask(task);
  if (task !== undefined && where === undefined) return createItemError(`“${task}” is not a task of a run.`);
  const steps = selectSteps(evidence, where?.taskPath);
  if (plain === 'cost' || plain === 'latency' || plain === 'tokens') return evaluateBound(plain, expectation, evidence);
  if (plain === 'rounds') {
    const rounds = evidence.rounds.get(where?.taskPath ?? '') ?? 0;
    return decideCount(rounds, expectation.value ?? null, 0, 'rounds');
  }
  if (plain.startsWith('trajectory:')) return evaluateTrajectory(plain, expectation.value ?? null, evidence, steps);
  const looked = findEnds(evidence, where);
  if (looked === undefined) {
    const reason = `“${task}” has not run, so there is no result to look at.`;
    return plain === 'status'
      ? decideItem(expectation.value === 'SKIPPED', reason, 'not run')
      : decideItem(false, reason, '');
  }
  let last: EvaluatedItem | undefined;
  for (const end of looked) {
    last = await evaluateContent(plain, expectation, end, evidence, names, scripts);
    if (last.state !== 'passed') return last;
  }
  return last ?? createItemError('There is nothing to look at.');
}

function selectSteps({ steps }: RunEvidence, taskPath: string | undefined): readonly EvidenceStep[] {
  if (taskPath === undefined) return steps;
  return steps.filter((step) => step.taskPath === taskPath || step.taskPath.startsWith(`${taskPath}/`));
}

function evaluateBound(plain: string, { threshold = 0 }: Expectation, evidence: RunEvidence): EvaluatedItem {
  const { costUsd, latencyMs, tokens } = evidence;
  if (plain === 'cost' && costUsd === null)
    return createItemError('The price of a model is not known, so the cost is not.');
  const used = plain === 'cost' ? (costUsd ?? 0) : plain === 'latency' ? latencyMs : tokens;
  const unit = plain === 'cost' ? ' USD' : plain === 'latency' ? ' ms' : ' tokens';
  const shown = plain === 'cost' ? Number(used.toPrecision(4)) : Math.round(used);
  // What is shown counts, so that a bound that is said to be kept, or is accepted from here, holds.
  return decideItem(
    Math.min(used, shown) <= threshold,
    `${shown}${unit}, at most ${threshold} allowed.`,
    `${shown}${unit}`,
  );
}
