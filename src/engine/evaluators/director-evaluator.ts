import { AppError, toFailure } from '@/base/errors';
import type { Json } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { PlannedOf, PlannedTask } from '@/plan/plan';
import { eventTextLimits } from '@/run/event-data';
import { appendStep } from '@/run/journal-path';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { Attempt, Evaluate } from '../attempt';
import { DirectorLoop } from '../director/director-loop';
import {
  createDraftInput,
  createDraftInputWithScript,
  type EvaluationInput,
  type EvaluatorVerdict,
  formatCriteria,
  type LatestEvaluation,
  parseVerdict,
  requestInput,
} from '../director/evaluation';
import { findEvaluator } from '../director/find-evaluator';
import { refusedReason } from '../effects/retry';
import { runScript } from '../effects/run-script';
import { buildScriptRequest } from '../effects/script-request';
import { buildFailedOutcome, buildPartOutcome, type Outcome } from '../outcome';
import { askApproval } from '../questions/ask-approval';
import type { Completed, EvaluationRequest, Skip } from '../task-end';

type Loop = PlannedOf<'director_evaluator'>;

/**
 * A director drafts, an evaluator judges, and the director continues with the verdict and its draft (language page,
 * 5.2).
 */
export const evaluateDirectorEvaluator: Evaluate<'director_evaluator'> = async (task, attempt) => {
  attempt.started();
  const loop = new DirectorLoop(task, attempt);
  try {
    return await (task.mode === 'static' ? repeatSteps(task, loop) : followDirector(task, attempt, loop));
  } catch (error) {
    return loop.fail(buildFailedOutcome(error, attempt.signal));
  }
};

/**
 * Repeats director, script and evaluator until the verdict accepts the draft. A draft that the last verdict rejects
 * fails the loop, unless it is to complete. The last verdict is in the notes.
 */
async function repeatSteps(task: Loop, loop: DirectorLoop): Promise<Outcome> {
  const { director, script, evaluator, maxIterations } = task;
  let latest: LatestEvaluation | null = null;
  for (;;) {
    const end = await loop.draft(latest);
    if (end.status === 'skipped') return buildUndraftedOutcome(director, end, latest);
    const { content } = end.record;

    const tested = script && (await loop.examine(script, createDraftInput(content)));
    const input =
      tested?.status === 'completed' ? createDraftInputWithScript(content, tested.record) : createDraftInput(content);
    const judged = evaluator && (await loop.examine(evaluator, input));
    const verdict = readEvaluatorVerdict(judged);
    const isLast = verdict.success || loop.round >= maxIterations;
    await loop.end(verdict, judged?.status === 'completed' ? verdict : undefined);
    if (isLast) {
      const drafted = buildPartOutcome(director, end);
      const notes = { ...drafted.notes, evaluation: verdict };
      if (verdict.success || task.failsUnaccepted !== true) return { ...drafted, notes };
      const partial = cutToStart(content, eventTextLimits.result);
      const failure = toFailure(createUnacceptedError(maxIterations, verdict));
      return { ...drafted, notes: { ...notes, partial_results: partial }, failure };
    }
    latest = { ...verdict, target_content: content };
  }
}

/** The director continues as long as it asks for evaluations. Its first answer without a request is the result. */
async function followDirector(task: Loop, attempt: Attempt, loop: DirectorLoop): Promise<Outcome> {
  const { director, evaluator, maxIterations } = task;
  let latest: LatestEvaluation | null = null;
  for (;;) {
    const end = await loop.draft(latest);
    if (end.status === 'skipped') return buildUndraftedOutcome(director, end, latest);
    const { record, continuation } = end;
    if (continuation === undefined) {
      await loop.end({});
      return buildPartOutcome(director, end);
    }
    if (loop.round >= maxIterations) throw createEndlessLoopError(maxIterations);

    const { criteria } = continuation;
    const input = {
      ...(await buildEvaluationInput(continuation, record.content, task, attempt, loop)),
      ...requestInput(continuation),
    };
    const template = evaluator === undefined ? await findEvaluator(continuation, loop.path, attempt) : undefined;
    const judged =
      template === undefined
        ? await loop.examine(evaluator as PlannedTask, input)
        : await loop.judgeBy(template, input, formatCriteria(criteria));
    const verdict = readEvaluatorVerdict(judged);
    const found = template === undefined ? {} : { template: template.name };
    const notes = { ...verdict, criteria: criteria as Json, ...found };
    await loop.end(notes, judged.status === 'completed' ? verdict : undefined);
    latest = { ...verdict, target_content: record.content };
  }
}

/** The draft, with the output of the script that the director asked for. */
async function buildEvaluationInput(
  { type, target }: EvaluationRequest,
  draft: string,
  { director, limits }: Loop,
  attempt: Attempt,
  loop: DirectorLoop,
): Promise<EvaluationInput> {
  if (type !== 'bash_script' || target === undefined) return createDraftInput(draft);
  const runner =
    director.type === 'atomic' ? director.tools.find(({ tool }) => tool.builtin === 'run_script') : undefined;
  if (runner === undefined) {
    throw new AppError('TASK_FAILURE', 'The director asked for a script to be run, and is not allowed to.', {
      advice: 'Add run_script to the tools of the director, if what it writes may be run.',
      details: { reason: 'permission', tool: 'run_script' },
    });
  }
  return attempt.within('iter', loop.round, async (inner) => {
    await inner.begin();
    const content = runner.tool.approve === true ? await approveScript(target, inner) : target;
    const request = buildScriptRequest({ language: 'bash' }, content, {}, attempt.environment, limits);
    const { stdout, stderr, exitCode } = await runScript({ ...request, stdin: draft }, limits, inner);
    return { target_content: draft, stdout, stderr, exit_code: exitCode };
  });
}

/** The script of a director, as a person lets it run. A refusal fails the loop, which has no verdict without it. */
async function approveScript(content: string, attempt: Attempt): Promise<string> {
  const { parameters } = builtinDeclarations.run_script;
  const key = appendStep(attempt.path, 'script', 1);
  const approval = await askApproval({ tool: 'run_script', args: { content }, parameters, key }, attempt);
  if (approval.verdict !== 'refused') return String(approval.args['content'] ?? '');
  throw new AppError('TASK_FAILURE', `A person refused the script of the director. ${approval.reason}`.trim(), {
    details: { reason: refusedReason },
  });
}

/** If there is no evaluator, or it was skipped, the draft is accepted. */
function readEvaluatorVerdict(end: Completed | Skip | undefined): EvaluatorVerdict {
  return end?.status === 'completed' ? parseVerdict(end.record.output) : { success: true, feedback: null };
}

/** A skipped director also skips the loop, unless there is a draft already. */
function buildUndraftedOutcome(director: PlannedTask, end: Skip, latest: LatestEvaluation | null): Outcome {
  return latest === null ? buildPartOutcome(director, end) : { content: latest.target_content, notes: {} };
}

function createUnacceptedError(limit: number, { feedback }: EvaluatorVerdict): AppError {
  const rounds = limit === 1 ? '1 round' : `${limit} rounds`;
  const said = feedback === null ? '' : ` It says: ${cutToStart(feedback, eventTextLimits.result)}`;
  return new AppError('TASK_FAILURE', `The evaluator did not accept the draft after ${rounds}.${said}`, {
    retryable: true,
    advice: 'Raise max_iterations, or set on_unaccepted to complete, if the last draft is good enough all the same.',
    details: { reason: 'unaccepted', limit },
  });
}

function createEndlessLoopError(limit: number): AppError {
  return new AppError('TASK_FAILURE', `The director still asked for an evaluation after ${limit} rounds.`, {
    retryable: true,
    advice: 'Raise max_iterations, or say more clearly when the work is done.',
    details: { reason: 'max_iterations', limit },
  });
}
